import type { Pagination } from '../platform/lists.js';
import type { Customer, CustomerStats } from './customers.js';

/** The JSON of the answers to the calls about customers. */
export interface CustomerAnswers {
  'GET /customers': { customers: Customer[]; pagination: Pagination };
  'GET /customers/stats': CustomerStats;
  'GET /customers/{id}': Customer;
  'POST /customers': Customer;
  'PUT /customers/{id}': Customer;
}
