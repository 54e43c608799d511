; The installer for Windows: for one user, without an administrator.
;
; packaging/windows/installer.py calls makensis with these words defined:
;   VERSION, NUMBERS  0.7.0 and 0.7.0.0         OUTPUT     the installer to write
;   FILES             the files to install and to delete, as commands of NSIS
;   WORDS             words.nsh                 ICON, RECORD_ICON   the two icons
;   KILOBYTES         the total size            AMD64      if defined: a 64-bit installer
;
; Windows lets a program of one user listen, but asks at its first start whether others may reach it,
; and only an administrator can agree. So the firewall rule is a choice of its own, off by default:
; only that command runs as administrator, once, and the uninstaller removes the rule the same way.
;
; Silent: camelnet-setup.exe /S, uninstall.exe /S; with /COMMAND `camelnet` becomes a command, too.
; The uninstaller keeps games, except after a click or with /GAMES.

Unicode true
!ifdef AMD64
    Target amd64-unicode
!endif
SetCompressor /SOLID lzma
ManifestDPIAware true
ManifestSupportedOS all
RequestExecutionLevel user

Name "camelnet"
OutFile "${OUTPUT}"
InstallDir "$LOCALAPPDATA\Programs\camelnet"
BrandingText "camelnet ${VERSION}"

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include Sections.nsh
!include WinMessages.nsh

!define PRODUCT_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\camelnet"
!define PATHS_KEY "Software\Microsoft\Windows\CurrentVersion\App Paths"
!define CLASSES "Software\Classes"
!define TYPE "camelnet.record"
!define SCHEME "camelnet" ; of links that hold a game
!define GAMES "$LOCALAPPDATA\camelnet"
!define SHCNE_ASSOCCHANGED 0x08000000

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\camelnet-app.exe"
!define MUI_FINISHPAGE_RUN_TEXT "$(Start)"

!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES

; The first is the default for all other languages.
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "German"
!include "${WORDS}"

VIProductVersion "${NUMBERS}"
VIFileVersion "${NUMBERS}"
VIAddVersionKey /LANG=0 "ProductName" "camelnet"
VIAddVersionKey /LANG=0 "ProductVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileVersion" "${VERSION}"
VIAddVersionKey /LANG=0 "FileDescription" "Installer of camelnet, board games for laptops in the same room"
VIAddVersionKey /LANG=0 "CompanyName" "the camelnet contributors"
VIAddVersionKey /LANG=0 "LegalCopyright" "the camelnet contributors, MIT licence"

; --- helpers -------------------------------------------------------------------------------------

; Nobody can replace a running program's files: wait for the user to close it; silent, give up.
!macro WAIT_UNTIL_CLOSED FILE
    ${Do}
        ClearErrors
        ${IfNot} ${FileExists} "$INSTDIR\${FILE}"
            ${Break}
        ${EndIf}
        FileOpen $0 "$INSTDIR\${FILE}" a
        ${IfNot} ${Errors}
            FileClose $0
            ${Break}
        ${EndIf}
        MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(Running)" /SD IDCANCEL IDRETRY +3
        SetErrorLevel 2
        Quit
    ${Loop}
!macroend

!macro TELL_EXPLORER
    System::Call 'shell32::SHChangeNotify(i ${SHCNE_ASSOCCHANGED}, i 0, p 0, p 0)'
!macroend

; One question of Windows for everything that needs an administrator.
!macro AS_ADMINISTRATOR COMMANDS
    ExecShellWait "runas" "$SYSDIR\cmd.exe" '/c "${COMMANDS}"' SW_HIDE
!macroend

; Take our folder out of the user's PATH; with ADD not empty, append it then. NSIS cuts its own texts
; at 1,024 characters and a PATH may be longer, so it is changed in memory that Windows lends.
!define HKCU -2147483647
!define REG_EXPAND_SZ 2
!define ERROR_FILE_NOT_FOUND 2
!define AS_IT_IS 0x10000006 ; RRF_RT_REG_SZ, RRF_RT_REG_EXPAND_SZ, RRF_NOEXPAND
!macro CHANGE_PATH ADD
    StrCpy $R2 0
    System::Call 'advapi32::RegGetValueW(p ${HKCU}, w "Environment", w "Path", i ${AS_IT_IS}, *i .R1, p 0, *i R2R2) i .R0'
    ${If} $R0 = ${ERROR_FILE_NOT_FOUND}
        StrCpy $R1 ${REG_EXPAND_SZ}
    ${EndIf}
    ${If} $R0 = 0
    ${OrIf} $R0 = ${ERROR_FILE_NOT_FOUND}
        StrLen $R3 $INSTDIR
        IntOp $R4 $R3 * 2
        IntOp $R4 $R4 + $R2
        IntOp $R4 $R4 + 16
        System::Alloc $R4
        Pop $R4 ; ";FOLDER;FOLDER;": so each is found alike
        System::Call 'kernel32::lstrcpyW(p R4, w ";")'
        ${If} $R0 = 0
            IntPtrOp $R5 $R4 + 2
            System::Call 'advapi32::RegGetValueW(p ${HKCU}, w "Environment", w "Path", i ${AS_IT_IS}, p 0, p R5, *i R2R2)'
            System::Call 'kernel32::lstrcatW(p R4, w ";")'
        ${EndIf}
        StrCpy $R6 ";$INSTDIR;"
        IntOp $R3 $R3 + 1
        IntOp $R3 $R3 * 2 ; bytes of a separator and our folder
        ${Do}
            System::Call 'shlwapi::StrStrIW(p R4, w R6) p .R5'
            ${If} $R5 P= 0
                ${Break}
            ${EndIf}
            IntPtrOp $R7 $R5 + $R3
            System::Call 'kernel32::lstrlenW(p R7) i .R8'
            IntOp $R8 $R8 + 1
            IntOp $R8 $R8 * 2
            System::Call 'kernel32::RtlMoveMemory(p R5, p R7, p R8)'
        ${Loop}
    !if "${ADD}" != ""
            System::Call 'kernel32::lstrcatW(p R4, w "$INSTDIR;")'
    !endif
        System::Call 'kernel32::lstrlenW(p R4) i .R8'
        ${If} $R8 > 2
            IntOp $R8 $R8 - 1
            IntOp $R8 $R8 * 2 ; without the first separator; the last becomes the end
            IntPtrOp $R5 $R4 + $R8
            System::Call '*$R5(&i2 0)'
            IntPtrOp $R5 $R4 + 2
            System::Call 'advapi32::RegSetKeyValueW(p ${HKCU}, w "Environment", w "Path", i R1, p R5, i R8)'
        ${Else}
            DeleteRegValue HKCU "Environment" "Path"
        ${EndIf}
        System::Free $R4
        SendMessage ${HWND_BROADCAST} ${WM_WININICHANGE} 0 "STR:Environment" /TIMEOUT=5000
    ${EndIf}
!macroend

; Undo an earlier choice of the section Command.
!macro FORGET_COMMAND
    ReadRegDWORD $0 HKCU "${PRODUCT_KEY}" "Command"
    ${If} $0 = 1
        !insertmacro CHANGE_PATH ""
        DeleteRegValue HKCU "${PRODUCT_KEY}" "Command"
    ${EndIf}
!macroend

!define RULE_NAME "camelnet"
!define DELETE_RULE 'netsh advfirewall firewall delete rule name=${RULE_NAME}'
!define RULE_FOR 'netsh advfirewall firewall add rule name=${RULE_NAME} dir=in action=allow profile=private,domain program='

; --- what is installed ---------------------------------------------------------------------------

Section "camelnet" Main
    SectionIn RO
    !insertmacro WAIT_UNTIL_CLOSED "camelnet-app.exe"
    !insertmacro WAIT_UNTIL_CLOSED "camelnet.exe"
    ; First remove an older version's files: nothing must import its modules later.
    ${If} ${FileExists} "$INSTDIR\uninstall.exe"
        ClearErrors
        ExecWait '"$INSTDIR\uninstall.exe" /S /UPGRADE _?=$INSTDIR' $0
        ${If} ${Errors}
        ${OrIf} $0 <> 0
            SetErrorLevel 2
            Abort "$(Running)"
        ${EndIf}
    ${EndIf}
    !define INSTALLING
    !include "${FILES}"
    !undef INSTALLING
    SetOutPath "$INSTDIR"
    File "${RECORD_ICON}"
    WriteUninstaller "$INSTDIR\uninstall.exe"

    !insertmacro FORGET_COMMAND
    CreateShortcut "$SMPROGRAMS\camelnet.lnk" "$INSTDIR\camelnet-app.exe"
    WriteRegStr HKCU "${PATHS_KEY}\camelnet.exe" "" "$INSTDIR\camelnet.exe"

    WriteRegStr HKCU "${PRODUCT_KEY}" "DisplayName" "camelnet"
    WriteRegStr HKCU "${PRODUCT_KEY}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${PRODUCT_KEY}" "DisplayIcon" "$INSTDIR\camelnet-app.exe"
    WriteRegStr HKCU "${PRODUCT_KEY}" "Publisher" "the camelnet contributors"
    WriteRegStr HKCU "${PRODUCT_KEY}" "InstallLocation" "$INSTDIR"
    WriteRegStr HKCU "${PRODUCT_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${PRODUCT_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${PRODUCT_KEY}" "EstimatedSize" ${KILOBYTES}
    WriteRegDWORD HKCU "${PRODUCT_KEY}" "NoModify" 1
    WriteRegDWORD HKCU "${PRODUCT_KEY}" "NoRepair" 1
SectionEnd

Section "$(RecordsName)" Records
    WriteRegStr HKCU "${CLASSES}\.camelnet" "" "${TYPE}"
    WriteRegStr HKCU "${CLASSES}\.camelnet\OpenWithProgids" "${TYPE}" ""
    WriteRegStr HKCU "${CLASSES}\${TYPE}" "" "$(RecordType)"
    WriteRegStr HKCU "${CLASSES}\${TYPE}\DefaultIcon" "" "$INSTDIR\camelnet-record.ico"
    WriteRegStr HKCU "${CLASSES}\${TYPE}\shell\open\command" "" '"$INSTDIR\camelnet-app.exe" "%1"'
    WriteRegStr HKCU "${CLASSES}\${SCHEME}" "" "URL:camelnet"
    WriteRegStr HKCU "${CLASSES}\${SCHEME}" "URL Protocol" ""
    WriteRegStr HKCU "${CLASSES}\${SCHEME}\shell\open\command" "" '"$INSTDIR\camelnet-app.exe" "%1"'
    !insertmacro TELL_EXPLORER
SectionEnd

Section /o "$(DesktopName)" Desktop
    CreateShortcut "$DESKTOP\camelnet.lnk" "$INSTDIR\camelnet-app.exe"
SectionEnd

Section /o "$(CommandName)" Command
    !insertmacro CHANGE_PATH "add"
    WriteRegDWORD HKCU "${PRODUCT_KEY}" "Command" 1
SectionEnd

Section /o "$(FirewallName)" Firewall
    !insertmacro AS_ADMINISTRATOR '${DELETE_RULE} & ${RULE_FOR}"$INSTDIR\camelnet-app.exe" & ${RULE_FOR}"$INSTDIR\camelnet.exe"'
    WriteRegDWORD HKCU "${PRODUCT_KEY}" "FirewallRule" 1
SectionEnd

!insertmacro MUI_FUNCTION_DESCRIPTION_BEGIN
    !insertmacro MUI_DESCRIPTION_TEXT ${Main} "$(MainText)"
    !insertmacro MUI_DESCRIPTION_TEXT ${Records} "$(RecordsText)"
    !insertmacro MUI_DESCRIPTION_TEXT ${Desktop} "$(DesktopText)"
    !insertmacro MUI_DESCRIPTION_TEXT ${Command} "$(CommandText)"
    !insertmacro MUI_DESCRIPTION_TEXT ${Firewall} "$(FirewallText)"
!insertmacro MUI_FUNCTION_DESCRIPTION_END

; An upgrade uses the folder of the last version, and keeps an existing rule and command.
Function .onInit
    ReadRegStr $0 HKCU "${PRODUCT_KEY}" "InstallLocation"
    ${If} $0 != ""
    ${AndIf} ${FileExists} "$0\uninstall.exe"
        StrCpy $INSTDIR $0
    ${EndIf}
    ReadRegDWORD $0 HKCU "${PRODUCT_KEY}" "Command"
    ${GetParameters} $1
    ClearErrors
    ${GetOptions} $1 "/COMMAND" $2
    ${IfNot} ${Errors}
    ${OrIf} $0 = 1
        !insertmacro SelectSection ${Command}
    ${EndIf}
FunctionEnd

; --- and taken away again ------------------------------------------------------------------------

Section "Uninstall"
    !insertmacro WAIT_UNTIL_CLOSED "camelnet-app.exe"
    !insertmacro WAIT_UNTIL_CLOSED "camelnet.exe"
    ; Exactly the installed files: the user's own files in the folder stay.
    !include "${FILES}"
    Delete "$INSTDIR\camelnet-record.ico"

    ${GetParameters} $1
    ClearErrors
    ${GetOptions} $1 "/UPGRADE" $2
    ${IfNot} ${Errors}
        Return ; the new version writes all else again
    ${EndIf}

    Delete "$INSTDIR\uninstall.exe"
    SetOutPath "$TEMP"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\camelnet.lnk"
    Delete "$DESKTOP\camelnet.lnk"
    ReadRegDWORD $0 HKCU "${PRODUCT_KEY}" "FirewallRule"
    ${If} $0 = 1
        !insertmacro AS_ADMINISTRATOR '${DELETE_RULE}'
    ${EndIf}
    !insertmacro FORGET_COMMAND
    DeleteRegKey HKCU "${PRODUCT_KEY}"
    DeleteRegKey HKCU "${PATHS_KEY}\camelnet.exe"

    ; Another program may have the file type by now.
    DeleteRegValue HKCU "${CLASSES}\.camelnet\OpenWithProgids" "${TYPE}"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.camelnet\OpenWithProgids"
    ReadRegStr $0 HKCU "${CLASSES}\.camelnet" ""
    ${If} $0 == "${TYPE}"
        DeleteRegValue HKCU "${CLASSES}\.camelnet" ""
    ${EndIf}
    DeleteRegKey /ifempty HKCU "${CLASSES}\.camelnet"
    DeleteRegKey HKCU "${CLASSES}\${TYPE}"
    ReadRegStr $0 HKCU "${CLASSES}\${SCHEME}\shell\open\command" ""
    ${If} $0 == '"$INSTDIR\camelnet-app.exe" "%1"'
        DeleteRegKey HKCU "${CLASSES}\${SCHEME}"
    ${EndIf}
    !insertmacro TELL_EXPLORER

    ClearErrors
    ${GetOptions} $1 "/GAMES" $2
    ${IfNot} ${Errors}
        RMDir /r "${GAMES}"
    ${ElseIf} ${FileExists} "${GAMES}\*.*"
        MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(DeleteGames)" /SD IDNO IDNO +2
        RMDir /r "${GAMES}"
    ${EndIf}
SectionEnd
