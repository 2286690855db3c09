import { recordBackup } from '../../platform/backups/last-backup.js';
import { aCheckout } from '../../testing/builders.js';
import { TestApp } from '../../testing/test-app.js';

describe('GET /metrics', () => {
  it('is not there unless it is asked for', async () => {
    const app = await TestApp.start();
    await app.visitor.get('/metrics').expect(404);
    await app.stop();
  });

  it('tells bearers of the token requests, mails, database, backup, disk and version', async () => {
    const token = 'the-token-of-the-monitoring';
    const app = await TestApp.start({ METRICS_TOKEN: token });
    await app.visitor.get('/metrics').expect(401).expect('Cache-Control', 'no-store');
    await app.visitor.get('/metrics').set('Authorization', 'Bearer another').expect(401);
    const { body } = await app.visitor.post('/api/payments/checkout').send(aCheckout()).expect(201);
    await app.visitor.post('/api/auth/login').send({ username: 'admin', password: 'wrong' }).expect(401);
    await app.visitor.get(`/api${String(body.orderPath).replace('/order/', '/orders/')}`).expect(200);
    const scrape = () => app.visitor.get('/metrics').set('Authorization', `Bearer ${token}`).expect(200);
    const before = await scrape();
    expect(before.text).toContain('# TYPE trip_backup_age_seconds gauge');
    // An alert watches for an absent value.
    expect(before.text).not.toMatch(/^trip_backup_age_seconds /m);
    await recordBackup(app.connection, { at: new Date(Date.now() - 3_600_000), documents: 1, bytes: 1 });
    const { text, type, headers } = await scrape();
    expect(type).toBe('text/plain');
    expect(headers['cache-control']).toBe('no-store');
    const valueOf = (line: string) =>
      Number(
        text
          .split('\n')
          .find((one) => one.startsWith(`${line} `))
          ?.split(' ')
          .at(-1),
      );
    const checkout = 'method="POST",route="/api/payments/checkout",status="201"';
    expect(valueOf(`http_request_duration_seconds_count{${checkout}}`)).toBe(1);
    expect(valueOf('trip_mails{state="held"}')).toBe(1);
    expect(valueOf('trip_transactions_waiting{state="ready"}')).toBe(0);
    expect(valueOf('trip_logins_refused_total')).toBe(1);
    expect(valueOf('trip_backup_age_seconds')).toBeGreaterThanOrEqual(3600);
    expect(valueOf('trip_mails_oldest_due_seconds')).toBe(0);
    expect(valueOf('trip_database_ping_seconds')).toBeGreaterThan(0);
    expect(valueOf('trip_database_connections{state="waiting"}')).toBe(0);
    expect(text).toMatch(/^trip_disk_bytes\{kind="free"\} \d/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    expect(text).toMatch(/^trip_build_info\{version="[\d.]+"\} 1$/m);
    expect(text).not.toContain(String(body.orderPath).split('/').at(-1));
    await app.stop();
  });
});
