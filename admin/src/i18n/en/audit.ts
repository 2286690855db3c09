/** Labels of the audit trail as a whole. */
export const auditEnglish = {
  title: 'Audit',
  subtitle: 'Who did what, and when: changes, exports, sign-ins and refusals',
  empty: 'Nothing is recorded',
  emptyHint: 'Every change and every sign-in appears here.',
  time: 'Time',
  person: 'Person',
  action: 'Action',
  record: 'Record',
  address: 'Address',
  changes: 'Changes',
  export: { menu: 'Export', csv: 'Export as CSV', excel: 'Export as Excel' },
  filters: {
    person: 'Person',
    action: 'Action',
    allActions: 'All Actions',
    resource: 'Record',
    allResources: 'All Records',
    id: 'Only this record',
    from: 'From',
    to: 'To',
  },
};
