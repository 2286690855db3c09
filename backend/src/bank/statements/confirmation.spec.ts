import type { CsvMapping } from '#bank-files/contract';
import { Types } from 'mongoose';
import type { MappingInput, StatementDraft } from '#domain/bank/reconciliation';
import { messages } from '#domain/platform/messages';
import { BankAccountsService } from '../accounts/bank-accounts.service.js';
import { MatchingService } from '../matching/matching.service.js';
import { TestApp } from '../../testing/test-app.js';
import { bankFile, createAccount, importFile, sayYes, upload } from '../../testing/reconciliation.js';

describe('the reading of a bank file', () => {
  let app: TestApp;
  let accountId: string;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(async () => (accountId = await createAccount(app)));
  afterAll(() => app.stop());

  const draftOf = async (file: string, of = accountId) =>
    (await upload(app, of, file).expect(201)).body as StatementDraft;
  const say = async ({ _id }: StatementDraft, input: MappingInput) =>
    (await app.admin.put(`/api/statements/${_id}/mapping`).send(input).expect(200)).body as StatementDraft;
  const load = ({ _id }: StatementDraft, status: number) =>
    app.admin.post(`/api/statements/${_id}/import`).expect(status);
  const file = (...days: number[]) =>
    bankFile(
      days.flatMap((day) => [
        // Each account has transfers of its own.
        { day: `2026-11-${day}`, text: `JANE ${accountId}`, amount: day },
        { day: `2026-11-${day}`, text: 'FEE', amount: -day },
      ]),
    );

  it('is confirmed before the first import of its layout, and asked no more for the same layout', async () => {
    const first = await draftOf(file(11));
    expect(first.preview).toMatchObject({
      questions: ['confirm'],
      examples: [
        { amount: 11, text: `JANE ${accountId}` },
        { amount: -11, text: 'FEE' },
      ],
    });
    await load(first, 409);
    expect((await say(first, { confirmed: true })).preview.questions).toEqual([]);
    expect((await app.admin.get(`/api/statements/${first._id}`).expect(200)).body.preview.questions).toEqual(
      [],
    );
    await load(first, 200);
    const second = await draftOf(file(12));
    expect(second.preview.questions).toEqual([]);
    await load(second, 200);
    const elsewhere = await createAccount(app, 'Another');
    expect((await draftOf(file(13), elsewhere)).preview.questions).toEqual(['confirm']);
  });

  it('is confirmed and imported as it was seen: not where a colleague has said another one meanwhile', async () => {
    const draft = await draftOf(file(11));
    const path = `/api/statements/${draft._id}`;
    const confirm = (version: unknown) => app.admin.put(`${path}/mapping`).send({ confirmed: true, version });
    const load = (version: number) => app.admin.post(`${path}/import`).send({ version });
    const { version } = await say(draft, { mapping: { ...draft.mapping!, text: [] } });
    expect([draft.version, version]).toEqual([0, 1]);
    expect((await confirm(draft.version).expect(409)).body.message).toBe(messages.editConflict);
    await confirm('1').expect(400);
    const confirmed = (await confirm(version).expect(200)).body as StatementDraft;
    expect((await app.admin.get(path).expect(200)).body.version).toBe(confirmed.version);
    const { version: excluded } = await say(draft, { excluded: [confirmed.preview.rows[0]!.row] });
    expect((await load(confirmed.version).expect(409)).body.message).toBe(messages.editConflict);
    const { body: imported } = await load(excluded).expect(200);
    expect((await load(confirmed.version).expect(200)).body).toEqual(imported);
    expect((await app.admin.get(path).expect(200)).body).not.toHaveProperty('version');
  });

  it('is asked about again with another mapping, and belongs to the one that it was confirmed with', async () => {
    const draft = await draftOf(file(11));
    await say(draft, { confirmed: true });
    const mapping = { ...draft.mapping!, text: [] };
    expect((await say(draft, { mapping })).preview.questions).toContain('confirm');
    await load(draft, 409);
    expect((await say(draft, { mapping, confirmed: true })).preview.questions).toEqual([]);
    await load(draft, 200);
  });

  it('is asked about where a layout is remembered without a confirmation', async () => {
    const { draft } = await importFile(app, accountId, file(11));
    await app.connection
      .collection('bankaccounts')
      .updateMany({ layouts: { $exists: true } }, { $unset: { 'layouts.$[].seen': '' } });
    const again = await draftOf(file(12));
    expect(again.preview.questions).toEqual(['confirm']);
    expect(again.mapping).toEqual(draft.mapping);
  });

  it('is asked about again where a column is filled for the first time', async () => {
    const of = (note: string, day: number) =>
      `Date,Description,Amount,Note\n2026-11-${day},JANE,5.00,${note}`;
    await importFile(app, accountId, of('', 11));
    const filled = await draftOf(of('CRTS', 12));
    expect(filled.preview.questions).toEqual(['confirm']);
    await sayYes(app, filled._id);
    await load(filled, 200);
    expect((await draftOf(of('', 13))).preview.questions).toEqual([]);
  });

  it('is asked about again where a column had no amount but 0', async () => {
    const of = (day: number, out: string, moneyIn: string) =>
      `Date,Description,Withdrawal,Deposit\n2026-11-${day},ROW ${accountId},${out},${moneyIn}`;
    await importFile(app, accountId, of(11, '5.00', '0.00'));
    expect((await draftOf(of(12, '6.00', '0.00'))).preview.questions).toEqual([]);
    expect((await draftOf(of(13, '0.00', '7.00'))).preview.questions).toEqual(['confirm']);
  });

  it('is asked about where an order of the date was said that no confirmed file had', async () => {
    const of = (day: string) => `Date,Description,Amount\n${day},JANE,5.00`;
    await importFile(app, accountId, of('21/11/2026'));
    expect((await draftOf(of('22/11/2026'))).preview.questions).toEqual([]);
    const open = await draftOf(of('03/04/2026'));
    expect(open.preview.questions).toEqual([]);
    const mapping = { ...open.mapping!, dateOrder: 'MDY' as const };
    expect((await say(open, { mapping })).preview.questions).toEqual(['confirm']);
    expect((await app.admin.get(`/api/statements/${open._id}`).expect(200)).body.preview.questions).toEqual([
      'confirm',
    ]);
    expect((await draftOf(of('05/04/2026'))).preview.questions).toEqual(['confirm']);
    expect((await draftOf(of('23/11/2026'))).preview.questions).toEqual([]);
  });

  it('is the one that an import stores: another one that is said meanwhile refuses it', async () => {
    const draft = await draftOf(file(11));
    await say(draft, { confirmed: true });
    const matching = app.app.get(MatchingService);
    const prepare = matching.prepare.bind(matching);
    const meanwhile = jest.spyOn(matching, 'prepare').mockImplementationOnce(async (made) => {
      await say(draft, { mapping: { ...draft.mapping!, text: [] } });
      return prepare(made);
    });
    await load(draft, 409);
    meanwhile.mockRestore();
    const { body } = await app.admin.get(`/api/statements/${draft._id}`).expect(200);
    expect(body).toMatchObject({
      state: 'draft',
      preview: { questions: expect.arrayContaining(['confirm']) },
    });
  });

  it('is remembered for each of two layouts at once', async () => {
    const accounts = app.app.get(BankAccountsService);
    const id = new Types.ObjectId(accountId);
    const mapping = { date: 0, text: [] } as unknown as CsvMapping;
    await Promise.all(['one', 'two'].map((fingerprint) => accounts.remember(id, fingerprint, mapping)));
    const { layouts = [] } = await accounts.find(id);
    expect(layouts.map(({ fingerprint }) => fingerprint).sort()).toEqual(['one', 'two']);
  });

  it('is not remembered as confirmed without an import', async () => {
    const draft = await draftOf(file(11));
    await say(draft, { confirmed: true });
    await app.admin.delete(`/api/statements/${draft._id}`).expect(204);
    expect((await draftOf(file(12))).preview.questions).toEqual(['confirm']);
  });

  it('needs no confirmation in a format that states directions, and a yes that is one', async () => {
    const ofx = '<OFX><CURDEF>CAD<STMTTRN><DTPOSTED>20261110<TRNAMT>5.10<FITID>1<NAME>JANE</STMTTRN></OFX>';
    const draft = await draftOf(ofx);
    expect(draft.preview.questions).toEqual([]);
    for (const said of [{ confirmed: false }, { account: 'yes' }])
      await app.admin.put(`/api/statements/${draft._id}/mapping`).send(said).expect(400);
    await load(draft, 200);
  });

  it.each([
    [
      'OFX',
      (end: string) =>
        `<OFX><CURDEF>CAD<BANKACCTFROM><ACCTID>0123${end}</BANKACCTFROM><STMTTRN><DTPOSTED>20261111<TRNAMT>5.00<FITID>1<NAME>JANE</STMTTRN></OFX>`,
      '01239876',
    ],
    [
      'CSV',
      (end: string) => `Account Number,Date,Description,Amount\n0123-${end},2026-11-11,JANE,5.00`,
      '0123-9876',
    ],
    [
      'a card’s CSV',
      (end: string) => `Account Number,Date,Description,Amount\n4500 0000 0000 ${end},2026-11-11,JANE,5.00`,
      '9876',
    ],
  ])('of another account’s number in %s is asked about', async (_, of, shown) => {
    const account = { name: 'With digits', currency: 'CAD', lastDigits: '4821' };
    const { body } = await app.admin.post('/api/bank-accounts').send(account).expect(201);
    const draft = await draftOf(of('9876'), body._id);
    expect(draft.preview).toMatchObject({ fileAccounts: [shown], new: 1 });
    expect(draft.preview.questions).toContain('account');
    await say(draft, { confirmed: true });
    await load(draft, 409);
    expect((await say(draft, { account: true })).preview.questions).toEqual([]);
    await load(draft, 200);
    const own = await draftOf(of('4821').replaceAll('JANE', 'BOB'), body._id);
    expect(own.preview).not.toHaveProperty('fileAccounts');
    expect(own.preview.questions).toEqual([]);
  });
});
