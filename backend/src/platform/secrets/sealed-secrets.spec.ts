import { createSecretKey } from 'node:crypto';
import { seal, unseal } from './sealed-secrets.js';

const [one, two] = ['one', 'two'].map((text) => createSecretKey(Buffer.from(text.repeat(12)))) as [
  ReturnType<typeof createSecretKey>,
  ReturnType<typeof createSecretKey>,
];

describe('a sealed secret', () => {
  it('is read again under its key, beside another one, and names the key', () => {
    const sealed = seal([one], 'a secret', 'record 1');
    expect(sealed).toMatch(/^[\w-]{8}\.[\w-]+$/);
    expect(sealed).not.toBe(seal([one], 'a secret', 'record 1'));
    expect(sealed.split('.')[0]).toBe(seal([one], 'another', 'record 2').split('.')[0]);
    expect(unseal([one], sealed, 'record 1')).toBe('a secret');
    expect(unseal([two, one], sealed, 'record 1')).toBe('a secret');
  });

  it('is not read under another key alone', () => {
    expect(unseal([two], seal([one], 'a secret', 'record 1'), 'record 1')).toBeUndefined();
  });

  it('is refused where it was changed, or belongs to another record', () => {
    const sealed = seal([one], 'a secret', 'record 1');
    expect(() => unseal([one], sealed, 'record 2')).toThrow();
    const [keyId, content = ''] = sealed.split('.');
    const bytes = Buffer.from(content, 'base64url');
    bytes[14]! ^= 1;
    expect(() => unseal([one], `${keyId}.${bytes.toString('base64url')}`, 'record 1')).toThrow();
  });
});
