// The application without mails on checkouts: the baseline for the cost of the outbox per submission.
import { MailService } from '../src/mail/mail.service.js';

MailService.prototype.queueCheckout = () => Promise.resolve();
await import('../src/main.js');
