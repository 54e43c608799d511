; The installer's own words, in the languages of camelnet.

!macro WORD NAME ENGLISH FRENCH GERMAN
    LangString ${NAME} ${LANG_ENGLISH} "${ENGLISH}"
    LangString ${NAME} ${LANG_FRENCH} "${FRENCH}"
    LangString ${NAME} ${LANG_GERMAN} "${GERMAN}"
!macroend

!insertmacro WORD Start "Start camelnet" "Ouvrir camelnet" "camelnet öffnen"
!insertmacro WORD Running \
    "camelnet is still open. Close it, and try again." \
    "camelnet est encore ouvert. Fermez-le, puis réessayez." \
    "camelnet ist noch geöffnet. Schließ es und versuch es noch einmal."
!insertmacro WORD MainText \
    "The games, with a place in the start menu." \
    "Les jeux, avec une entrée dans le menu Démarrer." \
    "Die Spiele, mit einem Eintrag im Startmenü."
!insertmacro WORD RecordsName "Open recorded games" "Ouvrir les parties enregistrées" "Aufgezeichnete Partien öffnen"
!insertmacro WORD RecordsText \
    "A double click on a .camelnet file shows the game again." \
    "Un double-clic sur un fichier .camelnet rejoue la partie." \
    "Ein Doppelklick auf eine .camelnet-Datei zeigt die Partie noch einmal."
!insertmacro WORD RecordType "Game recorded by camelnet" "Partie enregistrée par camelnet" "Von camelnet aufgezeichnete Partie"
!insertmacro WORD DesktopName "Icon on the desktop" "Icône sur le bureau" "Symbol auf dem Desktop"
!insertmacro WORD DesktopText \
    "One more way to start it." \
    "Une façon de plus de l'ouvrir." \
    "Noch ein Weg, es zu öffnen."
!insertmacro WORD CommandName "camelnet as a command" "camelnet comme commande" "camelnet als Befehl"
!insertmacro WORD CommandText \
    "A terminal opened from then on knows camelnet doctor and all other commands: the folder is added to your PATH." \
    "Un terminal ouvert ensuite connaît camelnet doctor et toutes les autres commandes : le dossier est ajouté à votre PATH." \
    "Ein danach geöffnetes Terminal kennt camelnet doctor und alle anderen Befehle: Der Ordner kommt in deinen PATH."
!insertmacro WORD FirewallName "Let camelnet through the firewall" "Autoriser camelnet dans le pare-feu" "camelnet durch die Firewall lassen"
!insertmacro WORD FirewallText \
    "Lets other players reach this computer in private networks. Windows asks for an administrator now; without this, it asks when camelnet is first started." \
    "Permet aux autres joueurs d'atteindre cet ordinateur sur les réseaux privés. Windows demande un administrateur maintenant ; sinon, il pose la question au premier lancement." \
    "Lässt andere diesen Computer in privaten Netzen erreichen. Windows fragt jetzt nach einem Administrator; sonst fragt es beim ersten Start."
!insertmacro WORD DeleteGames \
    "Delete your games, your key and your settings, too? Nobody can bring them back." \
    "Supprimer aussi vos parties, votre clé et vos réglages ? Personne ne pourra les récupérer." \
    "Auch deine Partien, deinen Schlüssel und deine Einstellungen löschen? Niemand kann sie zurückholen."
