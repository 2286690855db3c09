/** Texts of react-admin's dialogs for saved queries, which the screens call views. */
export const savedViewsEnglish = {
  query_name: 'Name',
  new_dialog_title: 'Save this view',
  remove_dialog_title: 'Remove this view?',
  remove_message: 'Its name is removed; the payments and customers stay as they are.',
};
