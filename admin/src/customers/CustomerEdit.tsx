import { EditPage } from '../ui/forms/EditPage.js';
import { CustomerForm } from './CustomerForm.js';

/** Changes a customer. */
export const CustomerEdit = () => (
  <EditPage>
    <CustomerForm />
  </EditPage>
);
