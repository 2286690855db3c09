import { EditButton as RaEditButton, type EditButtonProps } from 'react-admin';

/** react-admin's EditButton to the address of this product's form, which its types leave out. */
export const EditButton = (props: EditButtonProps & { to: string }) => <RaEditButton {...props} />;
