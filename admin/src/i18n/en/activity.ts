import { auditActionNames } from '#domain/audit';

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
  actions: auditActionNames,
};
