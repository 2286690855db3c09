// The application without mails on checkouts: the baseline for the cost of the outbox per submission.
import { NotificationsService } from '../src/notifications/notifications.service.js';

NotificationsService.prototype.paymentsChanged = () => Promise.resolve();
await import('../src/server.js');
