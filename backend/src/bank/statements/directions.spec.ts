import type { CsvMapping } from '#bank-files/contract';
import type { MappingInput, StatementDraft } from '#domain/bank/reconciliation';
import { TestApp } from '../../testing/test-app.js';
import {
  createAccount,
  createDue,
  importFile,
  sayYes,
  transactionsOf,
  upload,
} from '../../testing/reconciliation.js';

describe('the directions of a bank file', () => {
  let app: TestApp;
  let accountId: string;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(async () => (accountId = await createAccount(app)));
  afterAll(() => app.stop());

  const draftOf = async (file: string) =>
    (await upload(app, accountId, file).expect(201)).body as StatementDraft;
  const say = async (
    { _id, mapping }: StatementDraft,
    said: Partial<CsvMapping>,
    further: MappingInput = {},
  ) => {
    const input = { mapping: { ...mapping, ...said }, ...further };
    return (await app.admin.put(`/api/statements/${_id}/mapping`).send(input).expect(200))
      .body as StatementDraft;
  };
  const openOf = ({ preview }: StatementDraft) => preview.decisions.filter(({ isOpen }) => isOpen);
  const load = ({ _id }: StatementDraft, status: number) =>
    app.admin.post(`/api/statements/${_id}/import`).expect(status);
  const amountsOf = async ({ _id }: StatementDraft) =>
    (await transactionsOf(app, _id)).map(({ text, amount }) => `${text} ${amount}`).sort();

  it('are asked by each unknown word, and remembered', async () => {
    const of = (day: number, word = 'Utb. $x') =>
      `Date,Description,Amount,Direction\n2026-11-${day},JANE,500.00,In\n2026-11-${day},FEE,12.50,${word}`;
    const draft = await draftOf(of(11));
    expect(draft.preview).toMatchObject({ questions: ['direction'], new: 0, rows: [], examples: [] });
    expect(openOf(draft)).toMatchObject([
      {
        word: 'UTB. $X',
        choices: [
          {
            value: { answers: { directions: { 'UTB. $X': 'out' } } },
            example: { row: 3, amount: -12.5, text: 'FEE' },
          },
          { value: { answers: { directions: { 'UTB. $X': 'in' } } }, example: { amount: 12.5 } },
        ],
      },
    ]);
    await sayYes(app, draft._id);
    await load(draft, 409);
    const told = await say(draft, { directions: { 'UTB. $X': 'out' } });
    expect(told.mapping).toMatchObject({ directions: { 'UTB. $X': 'out' } });
    expect(told.preview.questions).toEqual(['confirm']);
    await sayYes(app, draft._id);
    await load(draft, 200);
    expect(await amountsOf(draft)).toEqual(['FEE -12.5', 'JANE 500']);
    const again = await draftOf(of(12));
    expect(again.preview).toMatchObject({ questions: [], total: 487.5 });
    expect((await draftOf(of(13, 'Other'))).preview.questions).toEqual(['direction']);
  });

  it('that signs and words tell differently are asked for the whole column', async () => {
    const due = await createDue(app, 'Ready Not');
    const file = `Date,Description,Amount,Type\n2026-11-11,FEE REVERSAL,-12.50,Debit\n2026-11-12,${due.referenceNumber},2256.61,Credit`;
    const draft = await draftOf(file);
    expect(draft.preview).toMatchObject({ questions: ['confirm'], new: 2 });
    const card = file.replace('-12.50', '12.50').replace(',2256.61', ',-2256.61');
    const open = await draftOf(card);
    expect(open.preview).toMatchObject({ questions: ['direction'], new: 0 });
    expect(openOf(open)[0]).toMatchObject({
      word: 'DEBIT',
      choices: [
        { value: { answers: { contradictions: 'word' } }, example: { amount: -12.5 } },
        { value: { answers: { contradictions: 'sign' } }, example: { amount: 12.5 } },
      ],
    });
    await load(open, 409);
    const bySign = await say(open, { contradictions: 'sign' });
    expect(bySign.preview.examples).toMatchObject([{ amount: 12.5 }, { amount: -2256.61 }]);
    const byWord = await say(open, { contradictions: 'word' }, { confirmed: true });
    expect(byWord.preview).toMatchObject({
      questions: [],
      examples: [{ amount: 2256.61 }, { amount: -12.5, text: 'FEE REVERSAL' }],
    });
    await load(open, 200);
    expect(await amountsOf(open)).toEqual([`${due.referenceNumber} 2256.61`, 'FEE REVERSAL -12.5']);
  });

  it('are asked about again where a sign beside a word is new', async () => {
    const of = (day: number, amount: string) =>
      `Date,Description,Amount,Type\n2026-11-${day},JANE,500.00,Credit\n2026-11-${day},FEE,-12.50,Debit\n2026-11-${day},BACK,${amount},Other`;
    await importFile(app, accountId, of(11, '5.00'));
    expect((await draftOf(of(12, '6.00'))).preview.questions).toEqual([]);
    expect((await draftOf(of(13, '-6.00'))).preview.questions).toEqual(['confirm']);
  });

  it('of a single column are turned by the other way round', async () => {
    const file = 'Date,Description,Amount\n2026-11-11,CORNER SHOP,64.20\n2026-11-12,TRANSFER,-200.00';
    const draft = await draftOf(file);
    expect(draft.preview.examples).toMatchObject([{ amount: 64.2 }, { amount: -200 }]);
    const url = `/api/statements/${draft._id}/mapping`;
    await app.admin
      .put(url)
      .send({ answers: { reversed: false } })
      .expect(400);
    const turned = await say(draft, { reversed: true });
    expect(turned.preview).toMatchObject({
      questions: ['confirm'],
      examples: [
        { amount: 200, text: 'TRANSFER' },
        { amount: -64.2, text: 'CORNER SHOP' },
      ],
    });
    await sayYes(app, draft._id);
    await load(draft, 200);
    expect(await amountsOf(draft)).toEqual(['CORNER SHOP -64.2', 'TRANSFER 200']);
    const again = await draftOf(file.replaceAll('2026-11', '2026-10'));
    expect(again).toMatchObject({ mapping: { reversed: true }, preview: { questions: [], total: 135.8 } });
  });

  it('of a single column are asked about where only credits to a card have a minus', async () => {
    const draft = await draftOf(
      'Date,Description,Amount\n2026-11-11,CORNER SHOP,64.20\n2026-11-12,PAYMENT - THANK YOU,-200.00',
    );
    expect(draft.preview).toMatchObject({ questions: ['direction'], new: 0, rows: [] });
    expect(openOf(draft)[0]?.choices?.[0]?.value).toEqual({
      answers: { directions: { '': 'out', '-': 'in' } },
    });
    const told = await say(draft, { directions: { '': 'out', '-': 'in' } });
    expect(told.preview.questions).toEqual(['confirm']);
    await sayYes(app, draft._id);
    await load(draft, 200);
    expect(await amountsOf(draft)).toEqual(['CORNER SHOP -64.2', 'PAYMENT - THANK YOU 200']);
  });

  it.each([
    ['without a balance', '2026-11-21,JANE,25.00,\n2026-11-20,FEE,,5.00', { in: 3, out: 2 }],
    ['with one row', '2026-11-21,FEE,5.00,,20.00', { in: 3, out: 2 }],
    [
      'with a balance that never changes',
      '2026-11-21,FEE,5.00,,9.00\n2026-11-20,FEE,6.00,,9.00',
      { in: 3, out: 2 },
    ],
  ])('of two columns without a header are asked %s, with the likely ones first', async (_, file, guess) => {
    const draft = await draftOf(file);
    expect(draft.preview).toMatchObject({ questions: ['amount'], rows: [], total: 0 });
    expect(openOf(draft)[0]?.choices?.[0]?.value.answers).toMatchObject(guess);
    expect(draft.mapping).not.toHaveProperty('in');
    await sayYes(app, draft._id);
    await load(draft, 409);
    const swapped = await say(draft, { in: guess.out, out: guess.in }, { confirmed: true });
    expect(swapped.preview.questions).toEqual([]);
    expect(swapped.preview.rows[0]?.amount).toBeGreaterThan(0);
    await load(draft, 200);
  });

  it.each([
    ['unknown directions', { directions: { X: 'up' } }],
    ['a name of an object’s own', { directions: JSON.parse('{"__proto__": "in"}') as object }],
    ['a third way of contradictions', { contradictions: 'both' }],
    ['a reversal that is no yes or no', { reversed: 'yes' }],
  ])('take no mapping with %s', async (_, said) => {
    const draft = await draftOf('Date,Description,Amount\n2026-11-11,A,64.20');
    const mapping = { ...draft.mapping, ...said };
    await app.admin.put(`/api/statements/${draft._id}/mapping`).send({ mapping }).expect(400);
  });
});

describe('the text of a bank file', () => {
  let app: TestApp;
  let accountId: string;
  beforeAll(async () => {
    app = await TestApp.start();
    accountId = await createAccount(app);
  });
  afterAll(() => app.stop());

  it('is asked where no column has words, and may be said to be none', async () => {
    const { body } = await upload(
      app,
      accountId,
      'Date,No,Amount\n2026-11-11,1,5.00\n2026-11-12,2,6.00',
    ).expect(201);
    const draft = body as StatementDraft;
    expect(draft.preview).toMatchObject({ questions: ['text', 'confirm'], new: 2 });
    expect((await sayYes(app, draft._id)).preview.questions).toEqual(['text', 'confirm']);
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(409);
    const { body: told } = await app.admin
      .put(`/api/statements/${draft._id}/mapping`)
      .send({ mapping: draft.mapping, confirmed: true })
      .expect(200);
    expect(told.preview.questions).toEqual([]);
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(200);
  });

  it('is found by its words where no name is known, and never lost beside a name without words', async () => {
    const file =
      'Datum,Xyz,Reference,Amount\n2026-11-11,JANE CRTS-OTN,901,5.00\n2026-11-12,BOB SMITH,902,6.00';
    const { body } = await upload(app, accountId, file).expect(201);
    expect((body as StatementDraft).preview.rows.map(({ text }) => text)).toEqual([
      'JANE CRTS-OTN 901',
      'BOB SMITH 902',
    ]);
  });
});
