import { messages } from '#domain/platform/messages';
import { idOf } from '../platform/http/id-of.decorator.js';

/** Injects the id of a payment that is in the path. */
export const PaymentId = idOf(messages.paymentNotFound);
