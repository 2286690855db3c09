import { auditActionNames } from '#domain/audit';

/** Labels of the audit trail on the records' pages. */
export const activityEnglish = {
  title: 'Activity',
  show: 'Show Activity',
  hide: 'Hide Activity',
  loading: 'Loading activity',
  empty: 'No activity recorded',
  more: 'Load More',
  who: '%{action} by %{name}',
  from: 'from %{ip}',
  nothing: '(empty)',
  yes: 'Yes',
  no: 'No',
  actions: auditActionNames,
};
