import { UsersService } from '../auth/users.service.js';
import { TestSmtpServer } from '../testing/smtp-server.js';
import { TestApp } from '../testing/test-app.js';

const next = 'quite another set of words';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

describe('the owner of an account', () => {
  let smtp: TestSmtpServer;
  let app: TestApp;
  beforeEach(async () => {
    smtp = await TestSmtpServer.start();
    // Mails about payments wait for an hour.
    app = await TestApp.start({ ...smtp.env, MAIL_DELAY_SECONDS: '3600' });
  });
  afterEach(async () => {
    await app.stop();
    await smtp.stop();
  });

  it('is told at once of a changed password, with time, device and address', async () => {
    const change = { currentPassword: app.adminPassword, newPassword: next };
    await app.admin.post('/api/account/password').set('User-Agent', firefox).send(change).expect(204);
    const [mail] = await smtp.waitForMails(1);
    expect(mail?.to).toEqual(['admin@example.com']);
    expect(mail?.email.subject).toBe('Your password was changed');
    expect(mail?.email.text).toMatch(
      /Account: admin\nTime: \d{4}-\d\d-\d\d \d\d:\d\d UTC\nDevice: Firefox on Linux\nNetwork address: \S+\n/,
    );
    expect(mail?.email.text).not.toContain(next);
    const { body } = await app.admin.get('/api/mails?filter[kind]=account').expect(200);
    expect(body.mails).toHaveLength(1);
  });

  it('is told of a changed email address, at both addresses', async () => {
    const change = { email: 'boss@example.com', currentPassword: app.adminPassword };
    await app.admin.put('/api/account').send(change).expect(200);
    const mails = await smtp.waitForMails(2);
    expect(mails.map(({ to: [address = ''] }) => address).sort()).toEqual([
      'admin@example.com',
      'boss@example.com',
    ]);
    for (const { email } of mails) expect(email.text).toContain('New address: boss@example.com');
  });

  it('is not told where the change fails', async () => {
    const users = app.app.get(UsersService);
    await users.add({ username: 'bea', email: 'bea@example.com', role: 'admin', password: next });
    const change = { email: 'bea@example.com', currentPassword: app.adminPassword };
    await app.admin.put('/api/account').send(change).expect(400);
    expect(await app.connection.collection('mails').countDocuments({})).toBe(0);
  });
});
