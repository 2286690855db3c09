/** Labels of what is written to visitors. */
export const mailsEnglish = {
  title: 'Mail',
  none: 'No mail about this payment',
  more: 'The newest %{shown} of %{total}',
  date: 'Date',
  mail: 'Mail',
  state: 'State',
  to: 'To',
  subject: 'Subject',
  text: 'Text of the mail',
  cancel: 'Cancel',
  send: 'Send',
  actions: {
    copyLink: 'Copy Link',
    renewLink: 'Renew Link',
    instructions: 'Send Instructions Again',
    reminder: 'Send Reminder',
  },
  renewText:
    'Give the visitor’s page of %{reference} a new link? The present one stops working at once, also in mails that were sent. The new link is copied.',
  link: 'The link to the visitor’s page: %{url}',
  linkCopied: 'The link to the visitor’s page was copied',
  linkRenewed: 'The link was renewed and copied',
  queuedNow: 'The mail to %{to} is on its way',
  heldNow: 'The mail to %{to} is held until a mail server is configured',
};
