// The application whose checkouts write no mail: what the outbox adds to a submission is measured beside it.
import { MailService } from '../src/mail/mail.service.js';

MailService.prototype.queueCheckout = () => undefined;
await import('../src/main.js');
