import type { InteracNotice } from '#domain/bank/notices';
import { reconciliationMessages } from '#domain/bank/reconciliation';
import { TestApp } from '../../testing/test-app.js';
import { bankDesk, createAccount, createDue } from '../../testing/reconciliation.js';

describe('Interac notices', () => {
  let app: TestApp;
  let desk: ReturnType<typeof bankDesk>;
  beforeAll(async () => {
    app = await TestApp.start();
    desk = bankDesk(app, await createAccount(app));
  });
  afterAll(() => app.stop());

  const notice = (fields: { number: string; sender?: string; message?: string; amount?: string }) => {
    const { number, sender = 'JANE SMITH', message, amount = '$12.34' } = fields;
    return [
      `Interac e-Transfer: You've received ${amount} from ${sender} and it has been automatically deposited.`,
      '',
      'Transfer Details',
      ...(message ? ['Message:', message] : []),
      'Reference Number:',
      number,
      'Sent From:',
      sender,
      'Amount:',
      `${amount} (CAD)`,
    ].join('\n');
  };
  const paste = (text: string) => app.admin.post('/api/interac-notices').send({ text });
  const send = (bytes: string | Buffer) =>
    app.admin.post('/api/interac-notices').set('Content-Type', 'message/rfc822').send(bytes);
  const mailOf = (subject: string, plain: string, html: string) =>
    [
      'From: notify@payments.interac.ca',
      `Subject: ${subject}`,
      'MIME-Version: 1.0',
      'Content-Type: multipart/alternative; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      '',
      plain,
      '--b',
      'Content-Type: text/html; charset=utf-8',
      '',
      html,
      '--b--',
      '',
    ].join('\r\n');
  const list = async (search = '') => {
    const { body } = await app.admin
      .get('/api/interac-notices')
      .query({ 'filter[search]': search })
      .expect(200);
    return body as { notices: InteracNotice[]; pagination: { total: number } };
  };
  const activity = async (id: string) => {
    const query = { 'filter[resource]': 'interac-notices', 'filter[resourceId]': id, sort: 'createdAt' };
    const { body } = await app.admin.get('/api/audit').query(query).expect(200);
    return body.entries as { action: string; changes: { field: string; from: unknown; to: unknown }[] }[];
  };

  it('refuses what tells of no received money, with the reason, and stores nothing', async () => {
    const before = (await list()).pagination.total;
    const answers: [string, string][] = [
      ['Hello', reconciliationMessages.noticeUnreadable],
      [
        notice({ number: 'CAnOmNyA' }).replace(/^.*/, 'Interac e-Transfer: Transfer cancelled.'),
        'This notice tells of no money received',
      ],
      [
        'INTERAC e-Transfer: JANE SMITH sent you money.\n\nJANE SMITH has sent you $12.00 (CAD).\nTo deposit your money, click here',
        'This notice has no reference number: it is not deposited by itself',
      ],
    ];
    for (const [text, message] of answers) expect((await paste(text).expect(400)).body.message).toBe(message);
    const outlook = Buffer.concat([Buffer.from('D0CF11E0A1B11AE1', 'hex'), Buffer.alloc(512)]);
    expect((await send(outlook).expect(400)).body.message).toMatch(/\(\.msg\).*Save the mail as \.eml/);
    expect((await list()).pagination.total).toBe(before);
  });

  it('finds the transfer of a number of letters alone, in either order', async () => {
    const due = await createDue(app, 'Lena Letters', { amount: 61.5 });
    const message = `Trip ${due.referenceNumber}`;
    const first = await desk.arrive('INTERAC E-TRF CAEVDQPM CALENDAR', 61.5);
    expect(first.candidates).toEqual([]);
    await paste(notice({ number: 'CAEVDQPM', message, amount: '$61.50' })).expect(201);
    const found = [{ paymentId: due._id, why: ['reference', 'notice'] }];
    expect(await desk.find(first._id)).toMatchObject({ candidates: found });
    const later = await createDue(app, 'Lena Later', { amount: 62.5 });
    await paste(notice({ number: 'CAbcdefg', message: later.referenceNumber, amount: '$62.50' })).expect(201);
    expect(await desk.arrive('INTERAC E-TRF CABCDEFG', 62.5)).toMatchObject({
      candidates: [{ paymentId: later._id, why: ['reference', 'notice'] }],
    });
  });

  it('is filled in by another text of the same notice, and kept by a worse one', async () => {
    const number = 'C1AbetterT3xt';
    const poor = notice({ number });
    const { body: stored } = await paste(poor).expect(201);
    expect(stored).toMatchObject({ sender: 'JANE SMITH', message: '', version: 0 });
    const { body: better } = await paste(notice({ number, message: 'Trip' })).expect(200);
    expect(better).toMatchObject({ _id: stored._id, sender: 'JANE SMITH', message: 'Trip', version: 1 });
    expect((await paste(notice({ number })).expect(200)).body).toEqual(better);
    expect(await activity(stored._id)).toMatchObject([
      { action: 'create' },
      {
        action: 'update',
        changes: [{ field: 'message', from: '', to: 'Trip' }],
      },
    ]);
  });

  it.each([
    ['amount', { amount: '$999.00' }, 'amount: CA$50.00 or CA$999.00'],
    ['sender', { sender: 'MALLORY' }, 'sender: “JANE SMITH” or “MALLORY”'],
    ['message', { message: 'Other' }, 'message: “Trip” or “Other”'],
  ])('stays as it is where a second text says another %s', async (field, other, told) => {
    const said = { number: `C1Aother${field}`, message: 'Trip', amount: '$50.00' };
    const { body: stored } = await paste(notice(said)).expect(201);
    const { body } = await paste(notice({ ...said, ...other })).expect(409);
    expect(body.message).toBe(
      `A notice with the number C1Aother${field} is stored, and this one says another ${told}`,
    );
    expect((await list(said.number)).notices).toEqual([stored]);
  });

  it('is corrected and deleted by hand, with its candidates, and audited', async () => {
    const due = await createDue(app, 'Cora Corrected', { amount: 71.25 });
    const row = await desk.arrive('INTERAC ETRNSFR C1AcorrEcted1', 71.25);
    const text = notice({ number: 'C1AcorrEcted1', message: 'Trip', amount: '$71.25' });
    const { body: stored } = await paste(text).expect(201);
    expect((await desk.find(row._id)).candidates).toEqual([]);
    const url = `/api/interac-notices/${stored._id}`;
    const change = { message: due.referenceNumber, version: 0 };
    const { body: corrected } = await app.admin.patch(url).send(change).expect(200);
    expect(corrected).toMatchObject({ sender: 'JANE SMITH', message: due.referenceNumber, version: 1 });
    expect(await desk.find(row._id)).toMatchObject({
      candidates: [{ paymentId: due._id, why: ['reference', 'notice'] }],
    });
    await app.admin.patch(url).send(change).expect(409);
    await app.admin.patch(url).send({ sender: 'X' }).expect(400);
    await app.admin
      .patch(url)
      .send({ sender: 'x'.repeat(141), version: 1 })
      .expect(400);
    // A text that is pasted again is no better than a person's word.
    expect((await paste(text).expect(200)).body).toEqual(corrected);
    expect((await list('corrected1')).notices).toEqual([corrected]);
    const cleared = { sender: null, message: null, version: 1 };
    const { body: empty } = await app.admin.patch(url).send(cleared).expect(200);
    expect(empty).toMatchObject({ sender: '', message: '' });
    await app.admin.delete(url).expect(204);
    await app.admin.delete(url).expect(404);
    await app.admin.patch(url).send({ sender: 'X', version: 1 }).expect(404);
    expect((await list('corrected1')).notices).toEqual([]);
    expect((await desk.find(row._id)).candidates).toEqual([]);
    expect((await activity(stored._id)).map(({ action }) => action)).toEqual([
      'create',
      'update',
      'update',
      'delete',
    ]);
    expect((await paste(text).expect(201)).body).toMatchObject({ message: 'Trip', version: 0 });
  });

  it('reads the HTML of a mail whose plain text is a stub, with the names of its characters', async () => {
    const html =
      '<p>Virement Interac&nbsp;: Vous avez re&ccedil;u 98, 00&nbsp;$ de &Eacute;LODIE BRUN et ce montant a &eacute;t&eacute; d&eacute;pos&eacute; automatiquement.</p><table><tr><td>Message&nbsp;:</td><td>Voyage &gt; d&rsquo;&eacute;t&eacute;</td></tr><tr><td>Num&eacute;ro de r&eacute;f&eacute;rence&nbsp;:</td><td>C1AstubHtml1</td></tr></table>';
    const mail = mailOf('Virement Interac', 'Your mail program shows no HTML.', html);
    expect((await send(mail).expect(201)).body).toMatchObject({
      referenceNumber: 'C1AstubHtml1',
      amount: 98,
      sender: 'ÉLODIE BRUN',
      message: 'Voyage > d’été',
    });
  });

  it('reads all parts of a mail whose subject tells of the money, unless one tells of none', async () => {
    const subject =
      "Interac e-Transfer: You've received $15.75 from JOY LEE SMITH and it has been deposited.";
    const html =
      '<p>Funds Deposited!</p><p>Message:<br>Trip</p><p>Reference Number:<br>C1AstubHtml2</p><p>Amount:<br>$15.75 (CAD)</p>';
    const [stub, cancelled] = ['View this mail in a browser.', 'This transfer was cancelled by the sender.'];
    expect((await send(mailOf(subject, cancelled, html)).expect(400)).body.message).toBe(
      reconciliationMessages.noticeNoMoney,
    );
    expect((await send(mailOf(subject, stub, html)).expect(201)).body).toMatchObject({
      referenceNumber: 'C1AstubHtml2',
      amount: 15.75,
      sender: 'JOY LEE SMITH',
      message: 'Trip',
    });
    const other = html.replace('C1AstubHtml2', 'C1AstubHtml3');
    const plain = notice({ number: 'C1AstubHtml4', amount: '$15.75' });
    expect((await send(mailOf(subject, plain, other)).expect(400)).body.message).toBe(
      reconciliationMessages.noticeSeveral,
    );
  });
});
