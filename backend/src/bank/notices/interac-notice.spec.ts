import { parseNotice } from './interac-notice.js';

interface Form {
  language: 'English' | 'French';
  subject: string;
  opening: string[];
  labels: { message: string; date: string; number: string; sender: string; amount: string };
  amount: string;
  closing: string[];
}

const english = {
  language: 'English',
  labels: {
    message: 'Message:',
    date: 'Date:',
    number: 'Reference Number:',
    sender: 'Sent From:',
    amount: 'Amount:',
  },
  amount: '$2,256.61 (CAD)',
  closing: ['FAQ | This is a secure transaction.'],
} as const;
const french = {
  language: 'French',
  labels: {
    message: 'Message\u00A0:',
    date: 'Date\u00A0:',
    number: 'Numéro de référence\u00A0:',
    sender: 'Envoyé par\u00A0:',
    amount: 'Montant\u00A0:',
  },
  amount: '2\u00A0256,61\u00A0$ (CAD)',
  closing: ['FAQ | Ceci est une opération sécurisée.'],
} as const;

/** Wordings of notifications of received money, by their name. */
const forms: Record<string, Form> = {
  'deposited by itself': {
    ...english,
    subject:
      "Interac e-Transfer: You've received $2,256.61 from JANE SMITH and it has been automatically deposited.",
    opening: [
      'Hi Example Trips,',
      'Funds Deposited!',
      '$2,256.61',
      'Your funds have been automatically deposited into your account at Example Bank.',
      'Transfer Details',
    ],
    closing: [...english.closing],
  },
  'deposited by itself, older': {
    ...english,
    subject: 'INTERAC e-Transfer: A money transfer from JANE SMITH has been automatically deposited.',
    opening: [
      'Hi Example Trips,',
      'JANE SMITH has sent you a money transfer for the amount of $2,256.61 (CAD) and the money has been automatically deposited into your bank account at Example Bank.',
    ],
    closing: [...english.closing],
  },
  'by a security question': {
    ...english,
    subject: 'INTERAC e-Transfer: JANE SMITH sent you money.',
    opening: [
      'Hi Example Trips,',
      'Your funds await!',
      '$2,256.61',
      'JANE SMITH has sent you $2,256.61 (CAD). This transfer can be cancelled by the sender until it is deposited.',
      'It expires on November 1, 2026.',
    ],
    closing: ['To deposit your money, click here', 'If you did not request this, it may be declined.'],
  },
  'an answered request': {
    ...english,
    subject: 'INTERAC e-Transfer: JANE SMITH fulfilled your money request.',
    opening: ['Hi Example Trips,', 'The $2,256.61 you requested has been deposited into your account.'],
    closing: [...english.closing],
  },
  'déposé automatiquement': {
    ...french,
    subject:
      'Virement Interac : Vous avez reçu 2 256,61 $ de JANE SMITH et ce montant a été déposé automatiquement.',
    opening: [
      'Bonjour Voyages Exemple,',
      'Fonds déposés!',
      '2 256,61 $',
      'Vos fonds ont été déposés automatiquement dans votre compte à la Banque Exemple.',
      'Détails du virement',
    ],
    closing: [...french.closing],
  },
  'déposé automatiquement, older': {
    ...french,
    subject: 'Virement INTERAC : Un virement de JANE SMITH a été automatiquement déposé.',
    opening: [
      'Bonjour Voyages Exemple,',
      'JANE SMITH vous a envoyé 2 256,61 $ (CAD) et les fonds ont été automatiquement déposés dans votre compte bancaire.',
    ],
    closing: [...french.closing],
  },
  'par une question de sécurité': {
    ...french,
    subject: "Virement INTERAC : JANE SMITH vous a envoyé de l'argent.",
    opening: [
      'Bonjour Voyages Exemple,',
      'JANE SMITH vous a envoyé un virement de 2 256,61 $ (CAD).',
      'Ce virement expire le 1er novembre 2026.',
    ],
    closing: [
      'Pour déposer les fonds, cliquez ici',
      'Le virement peut être annulé si vous ne le déposez pas.',
    ],
  },
};

type Message = string;
const rows = ({ labels, amount }: Form, message: Message): [string, string][] => [
  [labels.message, message],
  [labels.date, 'Oct 2, 2026'],
  [labels.number, 'C1AVzjTtqRCM'],
  [labels.sender, 'JANE SMITH'],
  [labels.amount, amount],
];
const body = (form: Form, details: readonly string[]): string =>
  [...form.opening, ...details, ...form.closing].join('\n');
const below = (form: Form, message: Message): string[] => rows(form, message).flat();
const headed =
  (mark: string, fields: (form: Form) => string[]) =>
  (form: Form, message: Message): string =>
    ['Please see below.', '', mark, ...fields(form), '', '', body(form, below(form, message))].join('\n');

/** Layouts of a notification as text, and the mail programs that forward it, by their name. */
const envelopes: Record<string, (form: Form, message: Message) => string> = {
  'as it came': (form, message) => `${form.subject}\n\n${body(form, below(form, message))}`,
  'the body alone': (form, message) => body(form, below(form, message)),
  'values beside labels': (form, message) =>
    `${form.subject}\n\n${body(
      form,
      rows(form, message).map((row) => row.join(' ')),
    )}`,
  'blank lines': (form, message) =>
    `${form.subject}\n\n${body(form, below(form, message)).replaceAll('\n', '\n\n')}`,
  'everything on one line': (form, message) =>
    `${form.subject} ${body(form, below(form, message))}`.replaceAll('\n', ' '),
  'a table with tabs': (form, message) =>
    `${form.subject}\n\n${body(
      form,
      rows(form, message).map((row) => row.join('\t')),
    )}`,
  'a row of labels above its values': (form, message) =>
    `${form.subject}\n\n${body(
      form,
      [0, 1].map((at) =>
        rows(form, message)
          .map((row) => row[at])
          .join('\t'),
      ),
    )}`,
  'labels above their values': (form, message) =>
    `${form.subject}\n\n${body(
      form,
      [0, 1].flatMap((at) => rows(form, message).map((row) => row[at] ?? '')),
    )}`,
  'two labels above two values': (form, message) => {
    const [a, b, c, d, e] = rows(form, message);
    const pairs = [[a, b], [c, d], [e]].flatMap((pair) =>
      [0, 1].flatMap((at) => pair.map((row) => row?.[at] ?? '')),
    );
    return `${form.subject}\n\n${body(form, pairs)}`;
  },
  'a table drawn with lines': (form, message) =>
    `${form.subject}\n\n${body(
      form,
      rows(form, message).map((row) => `| ${row.join(' | ')} |`),
    )}`,
  'bold as asterisks': (form, message) =>
    `*${form.subject}*\n\n${body(
      form,
      rows(form, message).map(([label, value], at) => `*${label}*\n${at === 3 ? `*${value}*` : value}`),
    )}`,
  'forwarded by Gmail': headed('---------- Forwarded message ---------', ({ subject }) => [
    'From: Interac <notify@payments.interac.ca>',
    'Date: Fri, Oct 2, 2026 at 9:14 AM',
    `Subject: ${subject.slice(0, 60)}`,
    subject.slice(60),
    'To: <bookings@example.com>',
  ]),
  'forwarded by Gmail, in French': headed('---------- Message transféré ---------', ({ subject }) => [
    'De : Pat Bureau <pat@example.com>',
    'Date: ven. 2 oct. 2026 à 09:14',
    `Subject: ${subject}`,
    'À : <bookings@example.com>',
  ]),
  'forwarded by Outlook': headed('________________________________', ({ subject }) => [
    'From: Pat Office <pat@example.com>',
    'Sent: Friday, October 2, 2026 9:14 AM',
    'To: bookings@example.com <bookings@example.com>',
    `Subject: ${subject}`,
  ]),
  'forwarded by Outlook, in French': headed('________________________________', ({ subject }) => [
    'De : Pat Bureau <pat@example.com>',
    'Envoyé : vendredi 2 octobre 2026 09:14',
    'À : bookings@example.com <bookings@example.com>',
    `Objet : ${subject}`,
  ]),
  'forwarded by Apple Mail': headed('Begin forwarded message:', ({ subject }) => [
    '',
    'From: Interac <notify@payments.interac.ca>',
    `Subject: ${subject}`,
    'Date: October 2, 2026 at 9:14:22 AM EDT',
    'To: bookings@example.com',
  ]),
  'forwarded with bold names of the header': headed('', ({ subject }) => [
    '*From:* Pat Office <pat@example.com>',
    '*Sent:* Friday, October 2, 2026 9:14 AM',
    '*To:* bookings@example.com',
    `*Subject:* ${subject}`,
  ]),
  'forwarded twice': (form, message) =>
    headed('---------- Forwarded message ---------', ({ subject }) => [
      'From: A Colleague <colleague@example.com>',
      'Date: Sat, Oct 3, 2026',
      `Subject: Fwd: ${subject}`,
      'To: <office@example.com>',
      '',
      'See this one.',
      '',
      '---------- Forwarded message ---------',
      'From: Interac <notify@payments.interac.ca>',
      'Date: Fri, Oct 2, 2026',
      `Subject: ${subject}`,
      'To: <bookings@example.com>',
    ])(form, message),
  'quoted in an answer': (form, message) =>
    `This came in.\n\nOn Fri, Oct 2, 2026 at 9:14 AM Interac <notify@payments.interac.ca> wrote:\n\n${`${form.subject}\n\n${body(form, below(form, message))}`.replace(/^/gm, '> ')}`,
};

/** Messages of payers, and those that look like parts of the notification; a message alone on its line keeps its marks. */
const messages = [
  'CRTS-OTN-9F3A2C-482913',
  'Reference number: CRTS-OTN-9F3A2C-482913',
  'From: Jane, for the trip',
  'Amount due Oct 1',
  'My last one was cancelled, sorry',
];
const markedMessages = ['> trip * A | B', '* CRTS-OTN-9F3A2C-482913 *'];

const cases = Object.entries(forms).flatMap(([name, form]) =>
  Object.entries(envelopes).map(([envelope, wrap]) => ({ name, form, envelope, wrap })),
);

it.each(cases)('reads $form.language, $name, $envelope', ({ form, wrap }) => {
  for (const message of messages)
    expect(parseNotice(wrap(form, message))).toEqual({
      referenceNumber: 'C1AVzjTtqRCM',
      cents: 225661,
      sender: 'JANE SMITH',
      message,
    });
});

it.each(cases.filter(({ envelope }) => /as it came|blank|forwarded|quoted/.test(envelope)))(
  'keeps the marks of a message: $form.language, $name, $envelope',
  ({ form, wrap }) => {
    for (const message of markedMessages)
      expect(parseNotice(wrap(form, message))).toMatchObject({ sender: 'JANE SMITH', message });
  },
);

it.each([
  'A message was not provided',
  'No message was included.',
  'Aucun message n’a été fourni.',
  "Un message n'a pas été fourni",
])('has no message where the notification says so: %s', (words) => {
  const [form] = Object.values(forms);
  expect(parseNotice(envelopes['as it came']!(form!, words))).toMatchObject({
    sender: 'JANE SMITH',
    message: '',
  });
});

/** Notifications that tell of no received money: a subject, and the sentence of the body. */
const noMoney: [what: string, subject: string, sentence: string][] = [
  [
    'requested',
    'INTERAC e-Transfer: JANE SMITH requested money from you.',
    'JANE SMITH is requesting $2,256.61 (CAD).',
  ],
  [
    'requested by us',
    'INTERAC e-Transfer: Your request for money was sent to JANE SMITH.',
    'You requested $2,256.61.',
  ],
  ['request declined', 'INTERAC e-Transfer: JANE SMITH declined your money request.', 'Request Declined'],
  ['request expired', 'INTERAC e-Transfer: Your money request to JANE SMITH has expired.', 'Request Expired'],
  [
    'cancelled',
    'INTERAC e-Transfer: Transfer cancelled.',
    'The transfer of $2,256.61 (CAD) from JANE SMITH to you was cancelled by the sender.',
  ],
  [
    'cancelled, American',
    'INTERAC e-Transfer: transfer from JANE SMITH canceled',
    'The $2,256.61 that JANE SMITH sent you was canceled.',
  ],
  [
    'expired',
    'Interac e-Transfer: The transfer from JANE SMITH has expired.',
    'It was not deposited in time.',
  ],
  [
    'our transfer expired',
    'Interac e-Transfer: Your transfer to JANE SMITH has expired.',
    'Reclaim your funds.',
  ],
  [
    'declined',
    'INTERAC e-Transfer: Your transfer was declined.',
    'JANE SMITH has declined your transfer of $2,256.61.',
  ],
  [
    'reclaimed',
    'INTERAC e-Transfer: You reclaimed your transfer to JANE SMITH.',
    'The funds of your transfer to JANE SMITH were deposited.',
  ],
  [
    'returned',
    'INTERAC e-Transfer: Your money was returned to you.',
    'The $2,256.61 has been returned to your account.',
  ],
  [
    'not delivered',
    'INTERAC e-Transfer: Your notification was undeliverable.',
    'We were unable to deliver it.',
  ],
  [
    'not deposited',
    'INTERAC e-Transfer: Autodeposit',
    'The transfer from JANE SMITH could not be deposited into your account.',
  ],
  [
    'reminder',
    'Reminder: INTERAC e-Transfer: JANE SMITH sent you money.',
    'This is a reminder that JANE SMITH has sent you $2,256.61 (CAD).',
  ],
  [
    'reminder, later',
    'INTERAC e-Transfer: Reminder: JANE SMITH sent you money.',
    'This is a friendly reminder.',
  ],
  [
    'about to expire',
    'INTERAC e-Transfer: a transfer waits',
    'The $2,256.61 from JANE SMITH is about to expire.',
  ],
  [
    'sent by us',
    'Interac e-Transfer: Your transfer to JANE SMITH has been sent.',
    "You've sent $2,256.61 to JANE SMITH.",
  ],
  [
    'deposited to the recipient',
    'Interac e-Transfer: Your $2,256.61 transfer to JANE SMITH has been successfully deposited.',
    'The funds you sent to JANE SMITH have been deposited.',
  ],
  [
    'accepted by the recipient',
    'INTERAC e-Transfer: JANE SMITH accepted your money transfer.',
    'JANE SMITH deposited your transfer.',
  ],
  ['demandé', "Virement INTERAC : JANE SMITH vous demande de l'argent.", 'Demande de fonds de 2 256,61 $'],
  [
    'demandé par nous',
    'Virement INTERAC : Votre demande de fonds a été envoyée.',
    'Vous avez demandé 2 256,61 $.',
  ],
  [
    'annulé',
    'Virement INTERAC : Virement annulé.',
    "Le virement de 2 256,61 $ de JANE SMITH a été annulé par l'expéditeur.",
  ],
  ['expiré', 'Virement INTERAC : Votre virement à JANE SMITH est expiré.', 'Récupérez vos fonds.'],
  ['refusé', 'Virement INTERAC : JANE SMITH a refusé votre virement.', 'Virement refusé'],
  [
    'récupéré',
    'Virement INTERAC : Vos fonds ont été récupérés.',
    'Les fonds de votre virement à JANE SMITH ont été déposés.',
  ],
  ['non déposé', 'Virement INTERAC : dépôt automatique', "Le virement de JANE SMITH n'a pas pu être déposé."],
  [
    'rappel',
    "Rappel : Virement INTERAC : JANE SMITH vous a envoyé de l'argent.",
    'Nous vous rappelons que vos fonds vous attendent.',
  ],
  [
    'envoyé par nous',
    'Virement Interac : Vous avez envoyé 2 256,61 $ à JANE SMITH.',
    'Le virement de 2 256,61 $ a été envoyé à JANE SMITH.',
  ],
  [
    'déposé chez le destinataire',
    'Virement Interac : Votre virement de 2 256,61 $ à JANE SMITH a été déposé.',
    'Les fonds que vous avez envoyés ont été déposés.',
  ],
  [
    'accepté par le destinataire',
    'Virement INTERAC : JANE SMITH a accepté votre virement.',
    'JANE SMITH a déposé votre virement de 2 256,61 $.',
  ],
];

it.each(noMoney)('tells of no received money: %s', (_, subject, sentence) => {
  const isFrench = /^(?:Virement|Rappel)/.test(subject);
  const form: Form = {
    ...(isFrench ? french : english),
    subject,
    opening: ['Hi Example Trips,', sentence],
    closing: [],
  };
  // All labels are there, as in notices of received money.
  for (const [envelope, wrap] of Object.entries(envelopes))
    expect([envelope, parseNotice(wrap(form, 'Trip'))]).toEqual([envelope, 'noMoney']);
});

/** A notification in which one part is replaced. */
const withPart = (from: string, to: string): string =>
  envelopes['as it came']!(forms['deposited by itself']!, 'Trip').replaceAll(from, to);

it.each<[string, string | undefined]>([
  ['C1AVzjTtqRCM', 'C1AVzjTtqRCM'],
  ['CAfR7Vp2', 'CAfR7Vp2'],
  // The older numbers need no digit.
  ['CAbcDeFg', 'CAbcDeFg'],
  ['CAEVDQPM', 'CAEVDQPM'],
  ['CAKLmNpQ (keep it)', 'CAKLmNpQ'],
  // Words.
  ['Unknown', undefined],
  ['CALENDARS', undefined],
  ['Canadian', undefined],
  ['CAbcDeFgH', undefined],
  // References of payments.
  ['CRTSOTN9F3A2C482913', undefined],
])('the number of an Interac notification in %p is %p', (text, expected) => {
  const notice = `Interac e-Transfer\nReference Number: ${text}\nSent From: JANE SMITH\nAmount: $5.00 (CAD)`;
  const parsed = parseNotice(notice);
  expect(typeof parsed === 'string' ? undefined : parsed.referenceNumber).toBe(expected);
});

it.each([
  ['$2,256.61 (CAD)', 225661],
  ['$2256.61', 225661],
  ['$1,234,567.89 (CAD)', 123456789],
  ['2 256,61 $ (CAD)', 225661],
  ['2\u202F256,61\u00A0$', 225661],
  ['98, 00 $', 9800],
  ['98,00 $ CAD', 9800],
  ['$98', 9800],
  ['400.00 (CAD)', 40000],
  ['$0.00 (CAD)', undefined],
])('the amount %p is %p cents', (text, cents) => {
  const notice = `Interac e-Transfer\nReference Number: CA6eTUZT\nSent From: JANE SMITH\nAmount: ${text}`;
  expect(parseNotice(notice)).toEqual(
    cents === undefined ? 'unreadable' : expect.objectContaining({ cents }),
  );
});

it.each([
  ['JANE SMITH <jane@example.com>', 'JANE SMITH'],
  ['"JANE SMITH" <jane@example.com', 'JANE SMITH'],
  ['JANE SMITH [mailto:jane@example.com]', 'JANE SMITH'],
  ['J. SMITH', 'J. SMITH'],
  ["ANNE-MARIE O'NEIL", "ANNE-MARIE O'NEIL"],
  ['9999-9999 Québec inc.', '9999-9999 Québec inc.'],
])('the sender %p is %p', (text, sender) => {
  expect(parseNotice(withPart('Sent From:\nJANE SMITH', `Sent From:\n${text}`))).toMatchObject({ sender });
});

it('takes the name of a sentence, then of the mail, where no label has it', () => {
  const unlabelled = withPart('Sent From:\nJANE SMITH\n', '');
  expect(parseNotice(unlabelled)).toMatchObject({ sender: 'JANE SMITH' });
  const header = ['From: JANE SMITH <notify@payments.interac.ca>', 'Date: Oct 2, 2026', 'To: a@example.com'];
  const subject = 'Subject: Interac e-Transfer: Your funds have been automatically deposited';
  const details = 'Reference Number: CA6eTUZT\nAmount: $5.00 (CAD)';
  expect(parseNotice([...header, subject, '', details].join('\n'))).toMatchObject({ sender: 'JANE SMITH' });
  const interac = header.map((line) => line.replace('JANE SMITH', 'Interac'));
  expect(parseNotice([...interac, subject, '', details].join('\n'))).toMatchObject({ sender: '' });
});

it('refuses several notices in one text, and none whose number stands there twice', () => {
  const one = withPart('nothing', '');
  expect(parseNotice(`${one}\n\n${withPart('C1AVzjTtqRCM', 'C1AoTherOne1')}`)).toBe('several');
  expect(parseNotice(`${one}\n\n${one}`)).toEqual(parseNotice(one));
});

it('reads a message of several lines, and none', () => {
  expect(parseNotice(withPart('\nTrip\n', '\nTrip\nfor two\n'))).toMatchObject({ message: 'Trip for two' });
  expect(parseNotice(withPart('Message:\nTrip\n', ''))).toMatchObject({ message: '' });
  expect(parseNotice(withPart('\nTrip\n', '\n'))).toMatchObject({ message: '', sender: 'JANE SMITH' });
});

it('tells of a status, of a label of the recipient, and of a deposit without a number', () => {
  expect(parseNotice(withPart('Date:', 'Status: Cancelled\nDate:'))).toBe('noMoney');
  const plain = 'Interac e-Transfer\nReference Number: CA6eTUZT\nSent From: JANE SMITH\nAmount: $5.00 (CAD)';
  expect(parseNotice(plain)).toMatchObject({ sender: 'JANE SMITH' });
  expect(parseNotice(plain.replace('Sent From', 'Sent To'))).toBe('noMoney');
  const question =
    'INTERAC e-Transfer: JANE SMITH sent you money.\n\nHi Example Trips,\nJANE SMITH has sent you $12.00 (CAD).\nMessage: Trip\nTo deposit your money, click here';
  expect(parseNotice(question)).toBe('noNumber');
  expect(parseNotice('Reference Number: INV12345\nFrom: ACME\nAmount: $50.00')).toBe('unreadable');
});
