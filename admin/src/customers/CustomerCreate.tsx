import { CreatePage } from '../ui/forms/CreatePage.js';
import { CustomerForm } from './CustomerForm.js';

/** Adds a customer. */
export const CustomerCreate = () => (
  <CreatePage>
    <CustomerForm />
  </CreatePage>
);
