/* Stands in for the bcryptprimitives.dll that Windows 10 has and wine 8 lacks: random bytes, which
 * advapi32.dll has under another name. */

#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE bytes, SIZE_T count) {
    while (count > 0) {
        ULONG some = count > 65536 ? 65536 : (ULONG)count;
        if (!RtlGenRandom(bytes, some))
            return FALSE;
        bytes += some;
        count -= some;
    }
    return TRUE;
}
