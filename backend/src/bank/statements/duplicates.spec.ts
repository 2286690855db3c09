import type { StatementDraft } from '#domain/bank/reconciliation';
import { Types } from 'mongoose';
import { TestApp } from '../../testing/test-app.js';
import {
  bankFile,
  createAccount,
  createDue,
  importFile,
  sayYes,
  transactionsOf,
  upload,
} from '../../testing/reconciliation.js';

const ofx = (entries: { id?: string; text: string; amount: number }[]): string =>
  `<OFX><CURDEF>CAD${entries
    .map(
      ({ id, text, amount }) =>
        `<STMTTRN><DTPOSTED>20261121<TRNAMT>${amount.toFixed(2)}${id ? `<FITID>${id}` : ''}<NAME>${text}</STMTTRN>`,
    )
    .join('')}</OFX>`;

describe('a row of a bank file', () => {
  let app: TestApp;
  let accountId: string;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(async () => (accountId = await createAccount(app)));
  afterAll(() => app.stop());

  const load = async (file: string) => (await importFile(app, accountId, file)).result;
  const decide = (id: string, decisions: { excluded?: number[]; included?: number[] }) =>
    app.admin.put(`/api/statements/${id}/mapping`).send(decisions).expect(200);

  it('with a known bank id is a duplicate even if its text differs; equal ids and amounts of a day are counted', async () => {
    expect(await load(ofx([{ id: 'A', text: 'ONE', amount: 5 }]))).toMatchObject({ imported: 1, known: 0 });
    const again = [
      { id: 'A', text: 'ONE, NOW BOOKED', amount: 5 },
      { id: 'A', text: 'ONE', amount: 5 },
      { id: 'A', text: 'ONE', amount: 6 },
      { id: 'B', text: 'ONE', amount: 5 },
    ];
    expect(await load(ofx(again))).toMatchObject({ imported: 3, known: 1 });
    expect(await load(`${ofx(again)}\n`)).toMatchObject({ imported: 0, known: 4 });
  });

  it('with a known text is a duplicate where one of the two has no bank id', async () => {
    expect(await load(bankFile([{ text: 'same  Text', amount: 5 }]))).toMatchObject({ imported: 1 });
    expect(await load(ofx([{ id: 'A', text: 'SAME TEXT', amount: 5 }]))).toMatchObject({
      imported: 0,
      known: 1,
    });
  });

  it('with a bank id is not lost to an equal one without, which stands before it', async () => {
    expect(await load(ofx([{ id: 'A', text: 'TWICE', amount: 5 }]))).toMatchObject({ imported: 1 });
    const both = ofx([
      { text: 'TWICE', amount: 5 },
      { id: 'A', text: 'TWICE', amount: 5 },
    ]);
    expect(await load(both)).toMatchObject({ imported: 1, known: 1 });
    expect(await load(`${both}\n`)).toMatchObject({ imported: 0, known: 2 });
  });

  it('that was excluded can be imported later, beside the equal one that was not', async () => {
    const twice = [
      { text: 'TWICE', amount: 5 },
      { text: 'TWICE', amount: 5 },
    ];
    const { body: draft } = await upload(app, accountId, bankFile(twice)).expect(201);
    await decide(draft._id, { excluded: [2] });
    await sayYes(app, draft._id);
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(200);
    expect(await load(`${bankFile(twice)}\n`)).toMatchObject({ imported: 1, known: 1 });
    expect(await load(`${bankFile(twice)}\n\n`)).toMatchObject({ imported: 0, known: 2 });
  });

  it('known from another format with another text is suspected until it is included or excluded', async () => {
    await load(ofx([{ id: 'A', text: 'ONE WAY', amount: 5 }]));
    const file = bankFile([
      { text: 'ANOTHER WAY', amount: 5 },
      { text: 'ANOTHER WAY', amount: 6 },
    ]);
    const { body: draft } = await upload(app, accountId, file).expect(201);
    expect((draft as StatementDraft).preview).toMatchObject({ new: 1, suspected: [2], total: 6 });
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(409);
    const { body: left } = await decide(draft._id, { excluded: [2] });
    expect(left.preview).toMatchObject({ new: 1, suspected: [], skipped: { excluded: 1 } });
    const { body: taken } = await decide(draft._id, { excluded: [], included: [2] });
    expect(taken.preview).toMatchObject({ new: 2, suspected: [], skipped: {}, total: 11 });
    await sayYes(app, draft._id);
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(200);
    expect(await transactionsOf(app, draft._id)).toHaveLength(2);
  });

  it('is suspected where another format lists the whole entry, or its single transactions', async () => {
    const entry = (details: string) =>
      `<Ntry><Amt Ccy="CAD">30.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls>${details}</NtryDtls></Ntry>`;
    const part = (text: string, amount: string) =>
      `<TxDtls><Amt Ccy="CAD">${amount}</Amt><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls>`;
    const statement = `<Document><BkToCstmrStmt><Stmt>${entry('<Btch><NbOfTxs>2</NbOfTxs></Btch>')}</Stmt></BkToCstmrStmt></Document>`;
    const notification = `<Document><BkToCstmrDbtCdtNtfctn><Ntfctn>${entry(part('JANE', '10.00') + part('BOB', '20.00'))}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`;
    for (const [first, second, suspected] of [
      [statement, notification, [1, 2]],
      [notification, statement, [1]],
    ] as const) {
      accountId = await createAccount(app);
      await load(first);
      const { body: draft } = await upload(app, accountId, second).expect(201);
      expect((draft as StatementDraft).preview).toMatchObject({ new: 0, known: 0, suspected });
    }
  });

  it('of the same text under another bank id is another transfer, unless the file has several such rows', async () => {
    const of = (id: string, text = 'SAME') => ({ id, text, amount: 5 });
    await load(ofx([of('A'), of('B', 'ELSE')]));
    const { body: one } = await upload(app, accountId, ofx([of('X')])).expect(201);
    expect((one as StatementDraft).preview).toMatchObject({ new: 1, suspected: [] });
    const renumbered = ofx([of('X'), of('Y', 'ELSE'), of('Z', 'OTHER')]);
    const { body: draft } = await upload(app, accountId, renumbered).expect(201);
    expect((draft as StatementDraft).preview).toMatchObject({ new: 1, suspected: [1, 2] });
  });

  it('is suspected where another format lists its transfer up to three days apart', async () => {
    await load(
      ofx([
        { id: 'A', text: 'JANE', amount: 5 },
        { id: 'B', text: 'BOB', amount: 5 },
      ]),
    );
    const of = (...days: [day: number, text: string][]) =>
      bankFile(days.map(([day, text]) => ({ day: `2026-11-${day}`, text, amount: 5 })));
    const suspectedIn = async (file: string) =>
      ((await upload(app, accountId, file).expect(201)).body as StatementDraft).preview.suspected;
    expect(await suspectedIn(of([17, 'EARLY'], [18, 'X'], [25, 'LATE']))).toEqual([3]);
    // Each of the two stands for one row: first for the one of its own day.
    expect(await suspectedIn(of([20, 'X'], [21, 'Y'], [22, 'Z']))).toEqual([2, 3]);
    expect(await suspectedIn(of([22, 'X'], [23, 'Y'], [24, 'Z']))).toEqual([2, 3]);
    const { body: draft } = await upload(app, accountId, of([24, 'Z'])).expect(201);
    await sayYes(app, draft._id);
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(409);
    await decide(draft._id, { included: [2] });
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(200);
    // Of the same format, the days are what they are.
    expect(await suspectedIn(of([23, 'Q']))).toEqual([2]);
  });

  it('that stands in another account is asked about, as long as it is not left out', async () => {
    const file = bankFile([
      { text: 'JANE', amount: 5 },
      { text: 'FEE', amount: -5 },
    ]);
    await load(file);
    const other = await createAccount(app, 'Another');
    const { body: draft } = await upload(app, other, file).expect(201);
    expect((draft as StatementDraft).preview).toMatchObject({ questions: ['confirm', 'account'], new: 2 });
    await app.admin.put(`/api/statements/${draft._id}/mapping`).send({ confirmed: true }).expect(200);
    const { body: refused } = await app.admin.post(`/api/statements/${draft._id}/import`).expect(409);
    expect(refused.message).toMatch(/^The same transfers stand in another account/);
    const { body: left } = await decide(draft._id, { excluded: [2] });
    expect(left.preview.questions).toEqual([]);
    const { body: back } = await decide(draft._id, { excluded: [] });
    expect(back.preview.questions).toEqual(['account']);
    expect((await sayYes(app, draft._id)).preview.questions).toEqual([]);
    await app.admin.post(`/api/statements/${draft._id}/import`).expect(200);
    const fees = bankFile([
      { text: 'FEE', amount: -5 },
      { text: 'ANOTHER ONE', amount: 5 },
    ]);
    expect((await upload(app, other, fees).expect(201)).body.preview.questions).toEqual([]);
  });

  it('is suspected where another layout gave it another text', async () => {
    await load('Date,Description,Amount\n2026-11-21,E-TRANSFER,5.00');
    const other = 'Date,Details,Description,Amount\n2026-11-21,JANE,E-TRANSFER,5.00\n2026-11-21,BOB,FEE,6.00';
    const { body: draft } = await upload(app, accountId, other).expect(201);
    expect((draft as StatementDraft).preview).toMatchObject({ new: 1, suspected: [2] });
  });

  it('is suspected where the admin has chosen other columns for its text', async () => {
    const file = 'Date,Description,Note,Amount\n2026-11-21,E-TRANSFER,JANE,5.00';
    await load(file);
    const { body: draft } = await upload(app, accountId, `${file}\n2026-11-22,FEE,X,6.00`).expect(201);
    const { body: read } = await app.admin
      .put(`/api/statements/${draft._id}/mapping`)
      .send({ mapping: { ...(draft as StatementDraft).mapping, text: [2] } })
      .expect(200);
    expect(read.preview).toMatchObject({ new: 1, known: 0, suspected: [2] });
  });

  it('is suspected where its text had a category, or is from before layouts were kept', async () => {
    const file = 'Date,Description,Category,Amount\n2026-11-21,E-TRANSFER,Income,5.00';
    const { body: first } = await upload(app, accountId, file).expect(201);
    const mapping = { ...(first as StatementDraft).mapping, text: [1, 2] };
    const said = { mapping, confirmed: true };
    await app.admin.put(`/api/statements/${first._id}/mapping`).send(said).expect(200);
    await app.admin.post(`/api/statements/${first._id}/import`).expect(200);
    const account = { bankAccountId: new Types.ObjectId(accountId) };
    await app.connection
      .collection('bankaccounts')
      .updateOne({ _id: account.bankAccountId }, { $unset: { layouts: '' } });
    const again = async () => (await upload(app, accountId, `${file}\n`).expect(201)).body as StatementDraft;
    const draft = await again();
    expect(draft.preview).toMatchObject({ new: 0, suspected: [2] });
    await app.admin.delete(`/api/statements/${draft._id}`).expect(204);
    await app.connection.collection('banktransactions').updateMany(account, { $unset: { layout: '' } });
    expect((await again()).preview).toMatchObject({ new: 0, suspected: [2] });
  });

  it('is suspected where the file has it before rows of another day, or its id: it may be two exports in one', async () => {
    const row = (day: number, text: string) => ({ day: `2026-11-0${day}`, text, amount: 5 });
    const [first, second, third] = [row(1, 'JANE'), row(2, 'BOB'), row(3, 'ANN')];
    const suspectedOf = async (file: string) =>
      ((await upload(app, accountId, file).expect(201)).body as StatementDraft).preview.suspected;
    const pasted = bankFile([first, second]);
    expect(await suspectedOf(`${pasted}\n${pasted}`)).toEqual([5, 6]);
    expect(await suspectedOf(bankFile([first, second, third, second, third, row(4, 'X')]))).toEqual([5, 6]);
    const entry = { id: 'A', text: 'JANE', amount: 5 };
    expect(await suspectedOf(ofx([entry, entry, { ...entry, id: 'B' }]))).toEqual([2]);
    // Two equal transfers of a day stand beside each other.
    expect(
      await suspectedOf(
        bankFile([first, second, first, first, third].sort((a, b) => (a.day < b.day ? 1 : -1))),
      ),
    ).toEqual([]);
  });

  it('of another account is left out by the last digits, and asked about without them', async () => {
    const file =
      'Account Number,Date,Description,Amount\n00-5678901,2026-11-21,MINE,5.00\n00-1112223,2026-11-21,OTHER,6.00';
    const account = { name: 'Of several', currency: 'CAD' };
    const { body: created } = await app.admin.post('/api/bank-accounts').send(account).expect(201);
    const asked = (await upload(app, created._id, file).expect(201)).body as StatementDraft;
    expect(asked.preview).toMatchObject({ questions: ['account'], new: 0 });
    const [open] = asked.preview.decisions.filter(({ isOpen }) => isOpen);
    expect(open?.choices?.map(({ value }) => value.account)).toEqual(['00-5678901', '00-1112223', true]);
    await app.admin.delete(`/api/statements/${asked._id}`).expect(204);
    await app.admin
      .put(`/api/bank-accounts/${created._id}`)
      .send({ ...account, lastDigits: '8901' })
      .expect(200);
    const { statementId, draft } = await importFile(app, created._id, file);
    expect(draft.preview.skipped).toEqual({ account: 1 });
    expect((await transactionsOf(app, statementId)).map(({ text }) => text)).toEqual(['MINE']);
  });

  it('makes a rival ready again once its statement is deleted', async () => {
    const due = await createDue(app, 'Rita Rival');
    const first = await importFile(
      app,
      accountId,
      bankFile([{ text: due.referenceNumber, amount: 2256.61 }]),
    );
    const second = await importFile(
      ...([app, accountId, bankFile([{ text: `${due.referenceNumber} B`, amount: 2256.61 }])] as const),
    );
    const states = async () => (await transactionsOf(app, first.statementId)).map(({ state }) => state);
    expect(await states()).toEqual(['review']);
    await app.admin.delete(`/api/statements/${second.statementId}`).expect(204);
    expect(await states()).toEqual(['ready']);
  });
});
