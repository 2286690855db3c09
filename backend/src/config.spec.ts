import { chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, variables } from './config.js';

describe('the settings', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'trip-config-'));
  const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR, ...env });

  it('have defaults that need no configuration', () => {
    expect(load()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mongodbUri: '',
      admin: { username: 'admin', password: undefined, email: 'admin@example.com' },
      limits: { checkout: 20, login: 10 },
      trustProxy: 0,
      exchangeRates: { CAD: 0.73, THB: 0.028, USD: 1 },
      paymentOptions: { sample: true },
    });
  });

  it.each(variables.filter((name) => name !== 'DATA_DIR'))('take an empty %s as unset', (name) => {
    const { jwtKey, ...expected } = load();
    for (const value of ['', ' ']) {
      const { jwtKey: key, ...config } = load({ [name]: value });
      expect(config).toEqual(expected);
      expect(key.equals(jwtKey)).toBe(true);
    }
  });

  it('take an empty DATA_DIR as the folder .data of the current one', () => {
    const cwd = process.cwd();
    process.chdir(mkdtempSync(join(tmpdir(), 'trip-config-')));
    try {
      expect(loadConfig({ DATA_DIR: '' }).dataDir).toBe(join(process.cwd(), '.data'));
    } finally {
      process.chdir(cwd);
    }
  });

  it('keep a generated secret to themselves', () => {
    const { jwtKey } = load();
    expect(load().jwtKey.export().equals(jwtKey.export())).toBe(true);
    expect(statSync(join(DATA_DIR, 'jwt-secret')).mode & 0o777).toBe(0o600);
  });

  it('read exchange rates and payment options', () => {
    const PAYMENT_OPTIONS_FILE = join(import.meta.dirname, '../../payment-options.example.json');
    const { exchangeRates, paymentOptions } = load({ EXCHANGE_RATES: 'CAD=0.75', PAYMENT_OPTIONS_FILE });
    expect(exchangeRates).toEqual({ CAD: 0.75, THB: 0.028, USD: 1 });
    expect(paymentOptions).toMatchObject({ sample: false, companyName: 'Your Company Ltd.' });
  });

  it.each([
    [{ PORT: 'http' }, 'PORT takes a whole number from 0 to 65535, not "http"'],
    [{ PORT: '70000' }, 'PORT takes a whole number from 0 to 65535, not "70000"'],
    [
      { MONGODB_URI: 'localhost' },
      'MONGODB_URI takes a connection string that starts with mongodb:// or mongodb+srv://',
    ],
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET takes at least 32 bytes'],
    [{ ADMIN_USERNAME: 'Checkout' }, 'ADMIN_USERNAME takes 1 to 64 letters, digits or . _ @ + -, and is not'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD takes 8 to 256 characters'],
    [{ ADMIN_PASSWORD: 'trustno1' }, 'ADMIN_PASSWORD must not be one of the most common passwords'],
    [
      { ADMIN_USERNAME: 'dana', ADMIN_PASSWORD: 'Dana-2026!' },
      'ADMIN_PASSWORD must not be made up of the names',
    ],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL takes an email address, not "nobody"'],
    [
      { EXCHANGE_RATES: 'EUR=1' },
      'EXCHANGE_RATES takes CAD=0.73,THB=0.028 (US dollars for one unit), not "EUR=1"',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL takes one of fatal, error, warn, info, debug, silent, not "loud"'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY takes a whole number from 0 to 10, not "-1"'],
    [{ RATE_LIMIT_LOGIN: '0' }, 'RATE_LIMIT_LOGIN takes a whole number from 1 to 1000000, not "0"'],
    [
      { NODE_ENV: 'production', JWT_SECRET: 'x'.repeat(32) },
      'PAYMENT_OPTIONS_FILE is required in production',
    ],
    [
      { PAYMENT_OPTIONS_FILE: '/nowhere' },
      'PAYMENT_OPTIONS_FILE takes a JSON file like payment-options.example.json',
    ],
  ])('refuse %j in one line', (env, message) => {
    expect(() => load(env as Record<string, string>)).toThrow(message);
    try {
      load(env);
    } catch (error) {
      expect((error as Error).message).not.toContain('\n');
    }
  });

  it('require a secret in production', () => {
    const PAYMENT_OPTIONS_FILE = join(import.meta.dirname, '../../payment-options.example.json');
    expect(() => load({ NODE_ENV: 'production', PAYMENT_OPTIONS_FILE })).toThrow(
      'JWT_SECRET is required in production',
    );
  });

  it('name the field of the payment options that is wrong', () => {
    const file = join(DATA_DIR, 'options.json');
    const example = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../payment-options.example.json'), 'utf8'),
    );
    const load = (change: object) => {
      writeFileSync(file, JSON.stringify({ ...example, ...change }));
      return () => loadConfig({ DATA_DIR, PAYMENT_OPTIONS_FILE: file });
    };
    expect(load({ usa: { creditCardLink: 'javascript:alert(1)', bankTransfer: 'x' } })).toThrow(
      'usa.creditCardLink takes an address that starts with https://',
    );
    expect(load({ canada: { ...example.canada, interac: '' } })).toThrow('canada.interac takes a text');
    expect(load({ canada: { ...example.canada, interac: 'Message: {refrence}' } })).toThrow(
      'canada.interac contains {refrence}; it takes {reference}, {amount}, {name}',
    );
    expect(load({ companyName: 5 })).toThrow('companyName takes a text');
  });

  it('refuse a folder that cannot be made', () => {
    const file = join(DATA_DIR, 'a-file');
    writeFileSync(file, '');
    chmodSync(file, 0o400);
    expect(() => loadConfig({ DATA_DIR: join(file, 'data') })).toThrow(
      'DATA_DIR takes a folder that can be written',
    );
  });

  it('refuse a folder on a file system that takes none', () => {
    expect(() => loadConfig({ DATA_DIR: '/proc/trip/data' })).toThrow(
      'DATA_DIR takes a folder that can be written',
    );
  });
});
