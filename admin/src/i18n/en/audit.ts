/** Labels of the audit trail as a whole. */
export const auditEnglish = {
  empty: 'Nothing is recorded',
  emptyHint: 'Every change and every sign-in appears here.',
  time: 'Time',
  person: 'Person',
  action: 'Action',
  record: 'Record',
  address: 'Address',
  changes: 'Changes',
  whole: 'Whole entry',
  export: { menu: 'Export', csv: 'Export as CSV', excel: 'Export as Excel' },
  filters: {
    person: 'Person',
    action: 'Action',
    allActions: 'All Actions',
    resource: 'Record',
    allResources: 'All Records',
    id: 'Only This Record',
    from: 'From',
    to: 'To',
  },
};
