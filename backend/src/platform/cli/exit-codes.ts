/** Exit code of a server that a wrong setting keeps from starting: EX_CONFIG of sysexits.h. */
export const wrongSettingExitCode = 78;
