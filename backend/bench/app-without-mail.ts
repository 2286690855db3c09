// The application without mails on checkouts: the baseline for the cost of the outbox per submission.
import { NotificationsService } from '../src/notifications/notifications.service.js';
import { start } from '../src/programs/start.js';

NotificationsService.prototype.paymentsChanged = () => Promise.resolve();
await start(() => import('../src/programs/serving.js'));
