import { generateSecret, generateURI, verifySync } from 'otplib';

/** Length of a secret, in bytes (RFC 4226, 4 R6 recommends 160 bits). */
const secretBytes = 20;
/** Accepted difference of the clocks, in seconds: one time step. */
const drift = 30;

/** Returns a random secret in base32. */
export const newTotpSecret = (): string => generateSecret({ length: secretBytes });

/** The address of a secret that an authenticator app reads from a QR code. */
export const totpUri = (secret: string, issuer: string, label: string): string =>
  generateURI({ secret, issuer, label });

/** Returns the time step of a code (RFC 6238, SHA-1, 6 digits, 30 seconds); undefined for a wrong one. */
export function totpStep(secret: string, code: string, now = Date.now()): number | undefined {
  const result = verifySync({
    secret,
    token: code.replace(/\s/g, ''),
    epoch: Math.floor(now / 1000),
    epochTolerance: drift,
  });
  return result.valid && 'timeStep' in result ? result.timeStep : undefined;
}
