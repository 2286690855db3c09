import { messages } from '#domain/platform/messages';
import { idOf } from '../platform/http/id-of.decorator.js';

/** Injects the id of a customer that is in the path. */
export const CustomerId = idOf(messages.customerNotFound);
