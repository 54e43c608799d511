/* Stands in for the icuuc.dll that Windows 10 has and wine 8 lacks. Qt links to these converters of
 * text, and asks for one only where a program wants another encoding than Unicode: here is none. */

#define EXPORT __declspec(dllexport)
#define NOTHING(name)                                                                              \
    EXPORT void *name(void) { return 0; }

enum { U_UNSUPPORTED_ERROR = 16 };

EXPORT void *ucnv_open(const char *name, int *error) {
    (void)name;
    *error = U_UNSUPPORTED_ERROR;
    return 0;
}

NOTHING(UCNV_FROM_U_CALLBACK_SUBSTITUTE)
NOTHING(UCNV_TO_U_CALLBACK_SUBSTITUTE)
NOTHING(ucnv_cbFromUWriteUChars)
NOTHING(ucnv_cbToUWriteUChars)
NOTHING(ucnv_close)
NOTHING(ucnv_countAvailable)
NOTHING(ucnv_fromUCountPending)
NOTHING(ucnv_fromUnicode)
NOTHING(ucnv_getAvailableName)
NOTHING(ucnv_getFromUCallBack)
NOTHING(ucnv_getMaxCharSize)
NOTHING(ucnv_getName)
NOTHING(ucnv_getStandardName)
NOTHING(ucnv_getToUCallBack)
NOTHING(ucnv_reset)
NOTHING(ucnv_setFromUCallBack)
NOTHING(ucnv_setToUCallBack)
NOTHING(ucnv_toUCountPending)
NOTHING(ucnv_toUnicode)
