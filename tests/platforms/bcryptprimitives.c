// The one function of bcryptprimitives.dll that Rust asks for, for a Wine that lacks the library.
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID place, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE place, SIZE_T length)
{
    for (SIZE_T done = 0; done < length; done += 4096) {
        SIZE_T rest = length - done;
        if (!SystemFunction036(place + done, (ULONG)(rest < 4096 ? rest : 4096)))
            return FALSE;
    }
    return TRUE;
}
