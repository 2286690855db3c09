import type { MappingInput, StatementDraft } from '#domain/bank/reconciliation';
import { TestApp } from '../../testing/test-app.js';
import { createAccount, createDue, transactionsOf, upload } from '../../testing/reconciliation.js';
import { encoded } from '../../../../packages/bank-files/src/testing.js';

describe('a bank file that leaves something open', () => {
  let app: TestApp;
  let accountId: string;
  beforeAll(async () => (app = await TestApp.start()));
  beforeEach(async () => (accountId = await createAccount(app)));
  afterAll(() => app.stop());

  const draftOf = async (file: string | Buffer) =>
    (await upload(app, accountId, file).expect(201)).body as StatementDraft;
  const say = async ({ _id }: StatementDraft, input: MappingInput) =>
    (await app.admin.put(`/api/statements/${_id}/mapping`).send(input).expect(200)).body as StatementDraft;
  const choicesOf = ({ preview }: StatementDraft, part: string) =>
    preview.decisions
      .filter(({ on, isOpen }) => on === part && isOpen)
      .flatMap(({ choices = [] }) => choices);
  const load = ({ _id }: StatementDraft, status: number) =>
    app.admin.post(`/api/statements/${_id}/import`).expect(status);

  it('in another currency is refused, so that it settles no payment of the same number', async () => {
    const { referenceNumber } = await createDue(app, 'Jane Smith');
    const file = `Date,Description,Amount,Wallet Currency\n2026-10-05,JANE ${referenceNumber},2256.61,EUR`;
    const { body } = await upload(app, accountId, file).expect(400);
    expect(body.message).toBe('The file is in EUR, the account in CAD');
  });

  it('with two columns of currencies asks which one counts, and tells the row’s own in the preview', async () => {
    const draft = await draftOf(
      'Date,Description,Amount,Payment Currency,Billing Currency\n2026-10-05,A,5.00,CAD,EUR\n2026-10-06,B,6.00,EUR,EUR',
    );
    expect(draft.preview).toMatchObject({ questions: ['currency'], new: 0 });
    expect(choicesOf(draft, 'currency').map(({ columns }) => columns)).toEqual([[3], [4]]);
    await load(draft, 409);
    const said = await say(draft, { mapping: { ...draft.mapping!, currency: 3 }, confirmed: true });
    expect(said.preview).toMatchObject({
      questions: [],
      new: 1,
      skipped: { currency: 1 },
      rows: [{ currency: 'CAD', fileCurrency: 'CAD' }],
    });
    await load(said, 200);
  });

  it('with unknown words of a status asks for them once, and leaves out what is not booked', async () => {
    const of = (day: number) =>
      `Date,Description,Amount,Status\n2026-10-0${day},A ${accountId},5.00,Zork\n2026-10-0${day},B,6.00,Blip`;
    const draft = await draftOf(of(1));
    expect(draft.preview.questions).toEqual(['status']);
    expect(choicesOf(draft, 'status').map(({ value, example }) => [value.answers, example?.text])).toEqual([
      [{ statuses: { ZORK: 'booked' } }, `A ${accountId}`],
      [{ statuses: { ZORK: 'pending' } }, `A ${accountId}`],
      [{ statuses: { BLIP: 'booked' } }, 'B'],
      [{ statuses: { BLIP: 'pending' } }, 'B'],
    ]);
    await load(draft, 409);
    const statuses = { ZORK: 'booked', BLIP: 'pending' } as const;
    // Two admins at once: the answer of neither is lost.
    await Promise.all(
      Object.entries(statuses).map(([word, status]) =>
        say(draft, { answers: { statuses: { [word]: status } } }),
      ),
    );
    const said = await say(draft, { confirmed: true });
    expect(said.preview).toMatchObject({ questions: [], new: 1, skipped: { pending: 1 } });
    await load(said, 200);
    expect((await draftOf(of(2))).preview).toMatchObject({ questions: [], new: 1, skipped: { pending: 1 } });
    expect((await draftOf(of(3).replace('Zork', 'Krass'))).preview.questions).toContain('status');
    for (const wrong of [{ ZORK: 'maybe' }, ['booked'], { ['x'.repeat(61)]: 'booked' }])
      await app.admin
        .put(`/api/statements/${draft._id}/mapping`)
        .send({ mapping: { ...draft.mapping!, statuses: wrong } })
        .expect(400);
  });

  const lists = (id: string) => `Card,Date,Description,Amount
1,2026-04-17,INTERAC JANE ${id},2256.61
1,2026-04-18,TF OUT ${id},-500.00

Card,Date,Description,Amount
1,2026-04-18,TF IN ${id},500.00
1,2026-04-30,INTEREST ${id},1.07`;

  it('with two accounts asks which is meant: a transfer between them is no money received', async () => {
    const draft = await draftOf(lists(accountId));
    expect(draft.preview).toMatchObject({ questions: ['account'], new: 0, rows: [] });
    expect(choicesOf(draft, 'account').map(({ value }) => value.account)).toEqual([
      'Lines 2 to 3',
      'Lines 6 to 7',
      true,
    ]);
    await load(draft, 409);
    const chosen = await say(draft, { account: 'Lines 2 to 3' });
    expect(chosen.preview).toMatchObject({ questions: ['confirm'], new: 2, skipped: { account: 2 } });
    const said = await say(draft, { confirmed: true });
    expect(said.preview.questions).toEqual([]);
    await load(said, 200);
    const transactions = await transactionsOf(app, draft._id);
    expect(transactions.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([-500, 2256.61]);
  });

  it('of a card in QIF asks once which way its amounts go, also where its dates and decimals were said before', async () => {
    const of = (day: number) =>
      `!Type:CCard\nD1/${day}/2026\nT1,250\nPSHOP ${accountId}\n^\nD1/${day}/2026\nT-2,000\nPPAYMENT\n^\n`;
    const draft = await draftOf(of(2));
    expect(draft.preview.questions).toEqual(['dateOrder', 'decimal']);
    const marked = await say(draft, { mapping: { dateOrder: 'MDY', decimal: '.' } as never });
    const out = choicesOf(marked, 'direction').find(({ example }) => example?.amount === -1250);
    const said = await say(draft, out!.value);
    expect(said.preview).toMatchObject({ questions: [], new: 2, total: 750 });
    await load(said, 200);
    expect((await draftOf(of(3))).preview).toMatchObject({ questions: [], new: 2, total: 750 });
    const answers = { directions: { '': 'up' } };
    await app.admin.put(`/api/statements/${draft._id}/mapping`).send({ answers }).expect(400);
  });

  it('with two lists of one account takes all of them after a yes', async () => {
    const draft = await draftOf(lists(accountId));
    expect((await say(draft, { account: true })).preview).toMatchObject({ questions: ['confirm'], new: 4 });
    for (const wrong of ['', 1, false, 'x'.repeat(201)])
      await app.admin.put(`/api/statements/${draft._id}/mapping`).send({ account: wrong }).expect(400);
  });

  it('with dates that have no year asks for it once a file, and imports nothing with a guessed one', async () => {
    const of = (month: string) =>
      `Date,Description,Amount\n${month} 3,A ${accountId},5.00\n${month} 26,B,-6.00`;
    const draft = await draftOf(of('Nov'));
    expect(draft.preview).toMatchObject({ questions: ['year'], new: 0, rows: [] });
    const [guess, before] = choicesOf(draft, 'year').map(({ value }) => value.answers!.year!);
    expect(before).toBe(guess! - 1);
    await say(draft, { confirmed: true });
    await load(draft, 409);
    const mapping = { ...draft.mapping!, year: before! };
    const said = await say(draft, { mapping, confirmed: true });
    expect(said.preview).toMatchObject({ questions: [], from: `${before}-11-03`, to: `${before}-11-26` });
    await load(said, 200);
    expect((await draftOf(of('Oct'))).preview.questions).toEqual(['year']);
    for (const year of [1989, 2050, 2026.5, '2026'])
      await app.admin
        .put(`/api/statements/${draft._id}/mapping`)
        .send({ mapping: { ...mapping, year } })
        .expect(400);
  });

  it('in an encoding of which two fit asks for it once a layout', async () => {
    const of = (day: number, name: string) =>
      encoded('windows-1250', `Date,Description,Amount\n2026-10-0${day},${name} ${accountId},5.00`);
    const draft = await draftOf(of(1, 'Szűcs'));
    expect(draft.preview.questions).toEqual(['encoding', 'confirm']);
    expect(choicesOf(draft, 'encoding')).toMatchObject([
      { value: { encoding: 'windows-1252' }, example: { text: `Szûcs ${accountId}` } },
      { value: { encoding: 'windows-1250' }, example: { text: `Szűcs ${accountId}` } },
    ]);
    await say(draft, { confirmed: true });
    await load(draft, 409);
    const said = await say(draft, { encoding: 'windows-1250' });
    expect(said.preview).toMatchObject({ questions: [], rows: [{ text: `Szűcs ${accountId}` }] });
    await load(said, 200);
    expect((await transactionsOf(app, draft._id))[0]!.text).toBe(`Szűcs ${accountId}`);
    expect((await draftOf(of(2, 'Szűcs'))).preview).toMatchObject({ questions: [], new: 1 });
    const plain = await draftOf(`Date,Description,Amount\n2026-10-03,B ${accountId},5.00`);
    for (const [to, encoding] of [
      [draft, 'utf-8'],
      [draft, ['windows-1250']],
      [plain, 'windows-1250'],
    ] as const)
      await app.admin.put(`/api/statements/${to._id}/mapping`).send({ encoding }).expect(400);
  });

  it('of another format asks once for its account, letters and amounts of no currency', async () => {
    const of = (day: number, ...accounts: string[]) =>
      encoded(
        'windows-1250',
        accounts
          .map(
            (number) =>
              `:20:1\n:25:${number}\n:60F:C261101XXX0,00\n:61:26112${day}C5,00NTRFNONREF\n:86:Szűcs ${accountId} ${number}\n:62F:C261130XXX5,00\n-`,
          )
          .join('\n'),
      );
    let draft = await draftOf(of(1, '111222', '333444'));
    expect(draft.preview).toMatchObject({ questions: ['currency', 'account'], new: 0 });
    await app.admin
      .put(`/api/statements/${draft._id}/mapping`)
      .send({ answers: { currency: 1 } })
      .expect(400);
    await say(draft, { answers: { currency: null } });
    draft = await say(draft, { account: '333444' });
    expect(draft.preview.questions).toEqual(['encoding']);
    await load(draft, 409);
    draft = await say(draft, { encoding: 'windows-1250' });
    expect(draft.preview).toMatchObject({ questions: [], new: 1, skipped: { account: 1 } });
    await load(draft, 200);
    const next = await draftOf(of(2, '333444', '111222'));
    expect(next.preview).toMatchObject({ questions: [], rows: [{ text: `Szűcs ${accountId} 333444` }] });
    expect((await draftOf(of(3, '555666'))).preview).toMatchObject({ questions: ['account'], rows: [] });
  });

  it('is told with what settles each decision', async () => {
    const draft = await draftOf('Date,Description,Amount\n2026-10-15,A,5.00\n2026-10-16,B,-6.00');
    expect(draft.preview.decisions).toEqual(
      expect.arrayContaining([
        { on: 'amount', reads: 'the amount is in "Amount"', by: 'only', isOpen: false },
        expect.objectContaining({ on: 'direction', by: 'proof' }),
      ]),
    );
  });

  it('with the charges of a transfer tells them beside the transaction', async () => {
    const file = `<?xml version="1.0"?><Document xmlns="camt.053"><BkToCstmrStmt><Stmt><Ntry><Amt Ccy="CAD">85.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><BookgDt><Dt>2026-11-21</Dt></BookgDt><NtryDtls><TxDtls><AmtDtls><InstdAmt><Amt Ccy="CAD">100.00</Amt></InstdAmt></AmtDtls><AddtlTxInf>WIRE ${accountId}</AddtlTxInf></TxDtls></NtryDtls></Ntry></Stmt></BkToCstmrStmt></Document>`;
    const draft = await draftOf(file);
    await load(draft, 200);
    expect(await transactionsOf(app, draft._id)).toMatchObject([{ amount: 85, charges: 15 }]);
  });
});
