import { chmodSync, existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exampleOptions, filledInOptions } from '../testing/payment-options.js';
import { loadConfig, variables } from './settings.js';

describe('the settings', () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'trip-config-'));
  const load = (env: Record<string, string> = {}) => loadConfig({ DATA_DIR, ...env });

  it('have defaults that need no configuration', () => {
    expect(load()).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      mongodbUri: '',
      admin: { username: 'admin', password: undefined, email: 'admin@example.com' },
      limits: { checkout: 20, login: 10, refresh: 60 },
      auditRetentionDays: 2557,
      trustProxy: 0,
      exchangeRates: { CAD: 0.73, THB: 0.028, USD: 1 },
      paymentOptions: { sample: true },
    });
  });

  it.each(variables.filter((name) => name !== 'DATA_DIR'))('take an empty %s as unset', (name) => {
    const expected = load();
    for (const value of ['', ' ']) expect(load({ [name]: value })).toEqual(expected);
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

  it('read exchange rates and payment options', () => {
    const PAYMENT_OPTIONS_FILE = join(import.meta.dirname, '../../../deploy/payment-options.example.json');
    const { exchangeRates, paymentOptions } = load({ EXCHANGE_RATES: 'CAD=0.75', PAYMENT_OPTIONS_FILE });
    expect(exchangeRates).toEqual({ CAD: 0.75, THB: 0.028, USD: 1 });
    expect(paymentOptions).toMatchObject({ sample: true, companyName: 'Your Company Ltd.' });
  });

  it.each([
    [{ NODE_ENV: 'prod' }, 'NODE_ENV takes production, development, test or nothing, not "prod"'],
    [
      { STRIPE_WEBHOOK_SECRET: 'sk_live_never_shown' },
      'STRIPE_WEBHOOK_SECRET takes the signing secret of an endpoint, which begins with whsec_, not an API key of the account (sk_…): this server needs none, so remove it from here',
    ],
    [
      { STRIPE_WEBHOOK_SECRET: 'whsec_a,whsec_b,whsec_c' },
      'STRIPE_WEBHOOK_SECRET takes a signing secret that begins with whsec_, or two separated by a comma',
    ],
    [{ CARD_TEST_EVENTS: 'yes' }, 'CARD_TEST_EVENTS takes record or ignore, not "yes"'],
    [{ AUDIT_RETENTION_DAYS: '0' }, 'AUDIT_RETENTION_DAYS takes a whole number from 1 to 24853, not "0"'],
    [{ AUDIT_RETENTION_DAYS: '24854' }, 'AUDIT_RETENTION_DAYS takes a whole number from 1 to 24853'],
    [{ PORT: 'http' }, 'PORT takes a whole number from 0 to 65535, not "http"'],
    [{ PORT: '70000' }, 'PORT takes a whole number from 0 to 65535, not "70000"'],
    [
      { MONGODB_URI: 'localhost' },
      'MONGODB_URI takes a connection string that starts with mongodb:// or mongodb+srv://',
    ],
    ...[
      'readPreference=secondary',
      'readpreference=secondaryPreferred',
      'readPreferenceTags=dc:east',
      'w=1',
      'journal=false',
      'retryWrites=false',
      'retryReads=false',
      'readConcernLevel=available',
    ].map((parameter): [Record<string, string>, string] => [
      { MONGODB_URI: `mongodb://trip:hidden@a.example,b.example/trip?replicaSet=rs0&${parameter}&tls=true` },
      `MONGODB_URI does not take ${parameter}: the server reads from the primary, and its writes are`,
    ]),
    [{ JWT_SECRET: 'short' }, 'JWT_SECRET takes at least 32 bytes'],
    [{ REQUIRE_SECOND_FACTOR: 'admin,boss' }, 'REQUIRE_SECOND_FACTOR takes roles'],
    [{ JWT_SECRET_FORMER: 'short' }, 'JWT_SECRET_FORMER takes at least 32 bytes'],
    [{ JWT_SECRET: 'a'.repeat(64) }, 'JWT_SECRET takes random text'],
    [{ JWT_SECRET: 'abcdefgh'.repeat(8) }, 'JWT_SECRET takes random text'],
    [{ SECURITY_CONTACT: 'security@example.com' }, 'SECURITY_CONTACT takes mailto:security@example.com or'],
    [{ SECURITY_CONTACT: 'http://a.example' }, 'SECURITY_CONTACT takes mailto:security@example.com or'],
    [{ LOG_ADDRESS: 'yes' }, 'LOG_ADDRESS takes one of hashed, whole, none, not "yes"'],
    [{ ADMIN_USERNAME: 'Checkout' }, 'ADMIN_USERNAME takes 1 to 64 letters, digits or . _ @ + -, and is not'],
    [{ ADMIN_PASSWORD: 'short' }, 'ADMIN_PASSWORD takes 8 to 256 characters'],
    [{ ADMIN_EMAIL: 'nobody' }, 'ADMIN_EMAIL takes an email address, not "nobody"'],
    [{ SHORTFALL_LIMIT: '-1' }, 'SHORTFALL_LIMIT takes an amount from 0 to 10000, not "-1"'],
    [
      { EXCHANGE_RATES: 'EUR=1' },
      'EXCHANGE_RATES takes CAD=0.73,THB=0.028 (US dollars for one unit), not "EUR=1"',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL takes one of fatal, error, warn, info, debug, silent, not "loud"'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY takes a whole number from 0 to 10, not "-1"'],
    [{ RATE_LIMIT_LOGIN: '0' }, 'RATE_LIMIT_LOGIN takes a whole number from 1 to 1000000, not "0"'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM is required with SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }, 'PUBLIC_URL is required with SMTP_URL'],
    [{ MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM takes an address'],
    [{ MAIL_FROM: 'Trip <nobody>' }, 'MAIL_FROM takes an address'],
    [{ MAIL_REPLY_TO: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_REPLY_TO takes an address'],
    [{ MAIL_ALERTS: 'a@b.example,nobody' }, 'MAIL_ALERTS takes addresses, separated by commas'],
    [{ PUBLIC_URL: 'trip.example.com' }, 'PUBLIC_URL takes an address such as https://trip.example.com'],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL takes an address'],
    [{ REMINDER_DAYS: '0' }, 'REMINDER_DAYS takes days from 1 to 999, such as 3 or 3,10, not "0"'],
    [{ PART_NOTICE_DAYS: '61' }, 'PART_NOTICE_DAYS takes a whole number from 0 to 60, not "61"'],
    [{ MAIL_DELAY_SECONDS: '-1' }, 'MAIL_DELAY_SECONDS takes a whole number from 0 to 86400, not "-1"'],
    [{ METRICS_PORT: '3000' }, 'METRICS_PORT takes another port than PORT'],
    [{ MAIL_RETENTION_DAYS: '0' }, 'MAIL_RETENTION_DAYS takes a whole number from 1 to 3650, not "0"'],
    [
      { NODE_ENV: 'production', JWT_SECRET: 'a secret that only the tests know of' },
      'PAYMENT_OPTIONS_FILE is required in production',
    ],
    [
      { PAYMENT_OPTIONS_FILE: '/nowhere' },
      'PAYMENT_OPTIONS_FILE takes a JSON file like payment-options.example.json',
    ],
  ])('refuse %j in one line', (env, message) => {
    expect(() => load(env)).toThrow(message);
    try {
      load(env);
    } catch (error) {
      expect((error as Error).message).not.toContain('\n');
    }
  });

  it('know no key of their own where the database keeps it', () => {
    const folder = join(DATA_DIR, 'unused');
    const { jwtKey } = load({ MONGODB_URI: 'mongodb://127.0.0.1/trip', DATA_DIR: folder });
    expect(jwtKey).toBeUndefined();
    expect(existsSync(folder)).toBe(false);
  });

  const PAYMENT_OPTIONS_FILE = join(DATA_DIR, 'options.json');
  const loadOptions = (options: object, env: Record<string, string> = {}, before = '') => {
    writeFileSync(PAYMENT_OPTIONS_FILE, before + JSON.stringify(options));
    return load({ PAYMENT_OPTIONS_FILE, ...env });
  };
  const production = { NODE_ENV: 'production', JWT_SECRET: 'a secret that only the tests know of' };

  it('name a syntax error of the payment options in one line, also among several lines', () => {
    writeFileSync(PAYMENT_OPTIONS_FILE, '{\n  "canada": ,\n}\n');
    const fault =
      'PAYMENT_OPTIONS_FILE takes a JSON file like payment-options.example.json: Unexpected token';
    expect(() => load({ PAYMENT_OPTIONS_FILE })).toThrow(fault);
    expect(() => load({ PAYMENT_OPTIONS_FILE })).not.toThrow(/\n/);
  });

  it('read how mail is sent', () => {
    expect(load().mail).toEqual({
      alerts: [],
      reminderDays: [],
      partNoticeDays: 7,
      delaySeconds: 60,
      retentionDays: 365,
    });
    const { mail } = load({
      SMTP_URL: 'smtps://us%40er:p%3Ass%2F@[::1]:4650',
      MAIL_FROM: '"Trip, Inc." <desk@trip.example>',
      MAIL_REPLY_TO: 'help@trip.example',
      MAIL_ALERTS: 'a@b.example, c@d.example,a@b.example',
      PUBLIC_URL: 'https://trip.example/shop/',
      REMINDER_DAYS: '10, 3',
      PART_NOTICE_DAYS: '14',
      MAIL_DELAY_SECONDS: '0',
      MAIL_RETENTION_DAYS: '30',
    });
    expect(mail).toEqual({
      smtp: { host: '::1', port: 4650, secure: true, auth: { user: 'us@er', pass: 'p:ss/' } },
      from: { name: 'Trip, Inc.', address: 'desk@trip.example' },
      replyTo: { name: '', address: 'help@trip.example' },
      alerts: ['a@b.example', 'c@d.example'],
      publicUrl: 'https://trip.example/shop',
      reminderDays: [3, 10],
      partNoticeDays: 14,
      delaySeconds: 0,
      retentionDays: 30,
    });
  });

  it.each([
    'smtp://user:secret-word@',
    'http://user:secret-word@mail.example',
    'smtp://user:secret-word%zz@mail.example',
    'smtp://user:secret-word@mail.example:99999',
    'smtp://user:secret-word#1@mail.example',
    'smtp://user@mail.example/secret-word',
  ])('refuse the mail server %s without repeating it', (SMTP_URL) => {
    const fault = 'SMTP_URL takes smtp://user:password@host:port or smtps://…';
    const start = () => load({ SMTP_URL, MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://trip.example' });
    expect(start).toThrow(fault);
    expect(start).not.toThrow(/secret-word/);
  });

  const company = { legalName: 'Trips Inc.', address: '9 Office Rd\nToronto', country: 'canada' };

  it('read what documents and the journal are made with', () => {
    const accounts = {
      bank: { 'RBC Business': '1010 {name}' },
      sales: 'Trips {currency}',
      taxPayable: '2310',
    };
    const { paymentOptions } = loadOptions({
      ...filledInOptions,
      company: {
        ...company,
        email: 'office@trips.test',
        registrations: [{ label: 'GST/HST', number: '123456789 RT0001' }],
        notes: { en: 'No refunds after May.', fr: 'Aucun remboursement après mai.' },
      },
      tax: { share: 0.4, registration: '123456789 RT0001' },
      documents: { invoicePrefix: 'F-', firstInvoice: 200 },
      accounts,
    });
    expect(paymentOptions).toMatchObject({
      accounts,
      company: { ...company, email: 'office@trips.test' },
      tax: { share: 0.4, registration: '123456789 RT0001' },
      documents: { invoicePrefix: 'F-', creditNotePrefix: 'CN-', firstInvoice: 200, firstCreditNote: 1 },
    });
    const alone = loadOptions({ ...filledInOptions, company: { ...company, notes: 'No refunds.' } });
    expect(alone.paymentOptions.company?.notes).toEqual({ en: 'No refunds.' });
    const none = loadOptions({ ...filledInOptions, company: undefined, tax: undefined }).paymentOptions;
    expect(none).not.toHaveProperty('company');
    expect(none).not.toHaveProperty('tax');
  });

  it.each([
    [{ company: { ...company, legalName: '' } }, 'company.legalName takes a text of 1 to 200 characters'],
    [{ company: { ...company, country: 'mars' } }, 'company.country takes one of canada, usa, other'],
    [{ company: { ...company, email: 'nobody' } }, 'company.email takes an address'],
    [{ company: { ...company, fax: '1' } }, 'company.fax is unknown'],
    [{ company: { ...company, registrations: 'GST' } }, 'company.registrations takes a list'],
    [
      { company: { ...company, registrations: [{ label: 'GST' }] } },
      'company.registrations[0].number takes a text',
    ],
    [{ company: { ...company, notes: { de: 'Nein' } } }, 'company.notes.de is unknown'],
    [{ company: [company] }, 'company takes legalName'],
    [{ tax: { registration: '1' } }, 'tax.share takes a number from 0 to 1'],
    [{ tax: { share: 13, registration: '1' } }, 'tax.share takes a number from 0 to 1'],
    [{ tax: { share: '1', registration: '1' } }, 'tax.share takes a number from 0 to 1'],
    [{ tax: { share: 1 } }, 'tax.registration takes a text'],
    [{ documents: { invoicePrefix: 'INV/' } }, 'documents.invoicePrefix takes 1 to 20 letters'],
    [
      { documents: { invoicePrefix: 'CN-' } },
      'documents.invoicePrefix and documents.creditNotePrefix differ',
    ],
    [{ documents: { firstInvoice: 0 } }, 'documents.firstInvoice takes a whole number'],
    [{ documents: { first: 1 } }, 'documents.first is unknown'],
    [{ accounts: { banks: '1010' } }, 'accounts.banks is unknown; accounts takes bank, cash'],
    [{ accounts: { sales: '' } }, 'accounts.sales takes a text of 1 to 100 characters'],
    [{ accounts: { sales: 'Trips\n4000' } }, 'accounts.sales takes a name of one line'],
    [{ accounts: { sales: '=4000' } }, 'accounts.sales must not begin with ='],
    [{ accounts: { sales: 'Trips {name}' } }, 'accounts.sales takes no braces but {currency}'],
    [{ accounts: { bank: { RBC: '{nam}' } } }, 'accounts.bank.RBC takes no braces but {name} and {currency}'],
    [{ accounts: { taxPayable: { QST: '2320' } } }, 'accounts.taxPayable.QST is unknown'],
    [{ accounts: { cash: { CAD: '1' } } }, 'accounts.cash takes a text'],
    [{ accounts: [] }, 'accounts takes bank, cash'],
    ...(
      [
        [{ bavaria: ['creditCard'] }, 'canada.methods.bavaria is unknown'],
        [
          { quebec: [] },
          'canada.methods.quebec takes a list of one or more of creditCard, bankTransfer, interac',
        ],
        [{ quebec: ['wireTransfer'] }, 'canada.methods.quebec takes a list of one or more of'],
        [{ quebec: ['interac', 'interac'] }, 'canada.methods.quebec takes a list of one or more of'],
        [{ quebec: 'creditCard' }, 'canada.methods.quebec takes a list of one or more of'],
        [['quebec'], 'canada.methods takes alberta, british_columbia'],
      ] as const
    ).map(([methods, message]): [object, string] => [
      { canada: { ...filledInOptions.canada, methods } },
      message,
    ]),
    [{ usa: { ...filledInOptions.usa, methods: {} } }, 'usa.methods is unknown'],
    [{ terms: 'Be nice' }, 'terms takes en, fr'],
    [{ terms: { fr: 'Bonjour' } }, 'terms.en takes a text of 1 to 50000 characters'],
    [{ terms: { en: 'Hello', de: 'Hallo' } }, 'terms.de is unknown'],
    [{ terms: { en: 'Hello', fr: ' ' } }, 'terms.fr takes a text'],
    [
      { terms: { en: 'http://trips.test/terms' } },
      'terms.en takes a text, or an address that starts with https://',
    ],
    [{ terms: { en: 'javascript://x' } }, 'terms.en takes a text, or an address that starts with https://'],
    ...(
      [
        ['two', 'parts takes a list of 2 to 12 parts'],
        [[{ share: 1 }], 'parts takes a list of 2 to 12 parts'],
        [Array(13).fill({ share: 0.1 }), 'parts takes a list of 2 to 12 parts'],
        [[{ share: 0.5 }, null], 'parts[1] takes share, days, on'],
        [[{ share: 0.5 }, { share: 0.5, day: 60 }], 'parts[1].day is unknown'],
        [[{ share: '0.5' }, { share: 0.5, days: 60 }], 'parts[0].share takes a number above 0'],
        [[{ share: 0 }, { share: 1, days: 60 }], 'parts[0].share takes a number above 0'],
        [[{ share: 0.33333 }, { share: 0.66667, days: 60 }], 'parts[0].share takes a number above 0, of at'],
        [[{ share: 0.25 }, { share: 0.7, days: 60 }], 'parts takes shares that add up to 1'],
        [
          [
            { share: 0.25, days: 1 },
            { share: 0.75, days: 60 },
          ],
          'parts[0] takes share alone',
        ],
        [[{ share: 0.25 }, { share: 0.75 }], 'parts[1].days takes a whole number from 1 to 3650'],
        [[{ share: 0.25 }, { share: 0.75, days: 1.5 }], 'parts[1].days takes a whole number'],
        [[{ share: 0.25 }, { share: 0.75, days: 3651 }], 'parts[1].days takes a whole number'],
        [[{ share: 0.25 }, { share: 0.75, on: '2027-02-30' }], 'parts[1].on takes a day (YYYY-MM-DD)'],
        [[{ share: 0.25 }, { share: 0.75, days: 5, on: '2027-02-28' }], 'parts[1] takes on alone'],
        [
          [{ share: 0.2 }, { share: 0.3, days: 60 }, { share: 0.5, days: 60 }],
          'parts[2].days comes after that of the part before',
        ],
        [
          [{ share: 0.2 }, { share: 0.3, on: '2027-02-01' }, { share: 0.5, days: 60 }],
          'parts[2] takes on alone, as parts[1] does',
        ],
      ] as const
    ).map(([parts, message]): [object, string] => [{ parts }, message]),
    [{ usa: { ...filledInOptions.usa, parts: true } }, 'usa.parts takes a list of 2 to 12 parts'],
    [{ parts: false }, 'parts takes a list of 2 to 12 parts'],
  ])('refuse the options %j', (options, message) => {
    expect(() => loadOptions({ ...filledInOptions, ...options })).toThrow(message);
  });

  it('require a secret in production', () => {
    expect(() => loadOptions(filledInOptions, { NODE_ENV: 'production' })).toThrow(
      'JWT_SECRET is required in production',
    );
  });

  it.each<[string, object]>([
    ['canada.creditCardLink', exampleOptions],
    ['companyName', { ...filledInOptions, companyName: 'Your Company Ltd.' }],
    [
      'usa.creditCardLink',
      {
        ...filledInOptions,
        usa: { ...filledInOptions.usa, creditCardLink: 'https://example.com/pay' },
      },
    ],
    [
      'other.wireTransfer',
      {
        ...filledInOptions,
        other: { ...filledInOptions.other, wireTransfer: exampleOptions.other.wireTransfer },
      },
    ],
  ])('refuse the %s of the example in production, and take it for a sample elsewhere', (field, options) => {
    expect(() => loadOptions(options, production)).toThrow(`${field} is still that of the example`);
    expect(loadOptions(options).paymentOptions.sample).toBe(true);
  });

  it('take payment options that are filled in, also with a byte order mark', () => {
    for (const before of ['', '\uFEFF'])
      expect(loadOptions(filledInOptions, production, before).paymentOptions).toMatchObject({
        sample: false,
        companyName: 'Trips Inc.',
      });
  });

  it.each<[object, string]>([
    [
      { ...filledInOptions, usa: { creditCardLink: 'javascript:alert(1)', bankTransfer: 'x' } },
      'usa.creditCardLink takes an address that starts with https://',
    ],
    [
      { ...filledInOptions, canada: { ...filledInOptions.canada, interac: '' } },
      'canada.interac takes a text',
    ],
    [{ ...filledInOptions, companyName: 5 }, 'companyName takes a text'],
    [
      { ...filledInOptions, canada: { ...filledInOptions.canada, interacc: 'x' } },
      'canada.interacc is unknown; canada takes creditCardLink, bankTransfer, interac',
    ],
    [{ ...filledInOptions, USA: {} }, 'USA is unknown; it takes companyName, canada, usa, other'],
    [{ ...filledInOptions, other: undefined }, 'other takes creditCardLink, wireTransfer'],
    [[], 'it takes companyName, canada, usa, other, timeZone'],
    [
      { ...filledInOptions, timeZone: 'Toronto' },
      'timeZone takes a name such as America/Toronto, not "Toronto"',
    ],
  ])('name what is wrong in the payment options (%#)', (options, message) => {
    expect(() => loadOptions(options)).toThrow(message);
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
