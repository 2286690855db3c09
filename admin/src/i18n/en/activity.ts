/** Labels of the audit trail on the records' pages. */
export const activityEnglish = {
  title: 'Activity',
  show: 'Show activity',
  hide: 'Hide activity',
  loading: 'Loading activity',
  empty: 'No activity recorded',
  more: 'Load more',
  who: '%{action} by %{name}',
  from: 'from %{ip}',
  nothing: '(empty)',
  yes: 'Yes',
  no: 'No',
  actions: {
    create: 'Created',
    update: 'Changed',
    delete: 'Deleted',
    status: 'Status changed',
    export: 'Exported',
    send: 'Sent by hand',
    cancel: 'Cancelled',
    link: 'Link renewed',
  },
};
