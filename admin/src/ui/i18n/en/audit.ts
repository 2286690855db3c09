/** Labels of the audit trail as a whole. */
export const auditEnglish = {
  empty: 'Nothing is recorded',
  invite: 'Every change and every sign-in appears here.',
  fields: {
    at: 'Time',
    by: 'Person',
    action: 'Action',
    resource: 'Record',
    changes: 'Changes',
  },
  whole: 'Whole entry',
  filters: {
    person: 'Search by person',
    action: 'Action',
    allActions: 'All Actions',
    resource: 'Record',
    allResources: 'All Records',
    id: 'Only This Record',
    from: 'From',
    to: 'To',
  },
};
