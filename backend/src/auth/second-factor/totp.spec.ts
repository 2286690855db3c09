import { newTotpSecret, totpStep, totpUri } from './totp.js';

/** The ASCII secret of RFC 6238, appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('the code of an authenticator app', () => {
  // RFC 6238, appendix B, SHA-1: the last six of its eight digits.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('is that of RFC 6238 at %i seconds', (seconds, digits) => {
    expect(totpStep(secret, digits.slice(-6), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it('counts one time step earlier and later, and no further', () => {
    const step = Math.floor(1234567890 / 30);
    const at = (steps: number) => totpStep(secret, '005924', (step + steps) * 30_000);
    expect([-2, -1, 0, 1, 2].map(at)).toEqual([undefined, step, step, step, undefined]);
  });

  it('is refused where it is another one', () => {
    expect(totpStep(secret, '005925', 1234567890_000)).toBeUndefined();
  });

  it('has a secret of 160 random bits, in an address that names server and account', () => {
    const made = newTotpSecret();
    expect(made).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(made);
    const uri = new URL(totpUri(made, 'A Company', 'dana'));
    expect([uri.protocol, uri.host, decodeURIComponent(uri.pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/A Company:dana',
    ]);
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({ secret: made, issuer: 'A Company' });
  });
});
