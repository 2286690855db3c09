import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslate } from 'react-admin';
import { CustomerOverview } from './CustomerOverview.js';
import { CustomerPayments } from './CustomerPayments.js';
import { useCustomerPayments } from './useCustomerPayments.js';

const tabs = ['overview', 'payments', 'notes'] as const;
type TabName = (typeof tabs)[number];

/** Overview, payments and notes of the customer. */
export function CustomerTabs() {
  const translate = useTranslate();
  const { isPending } = useCustomerPayments();
  const [current, setCurrent] = useState<TabName>('overview');
  const label = (name: string) => translate(`resources.customers.show.${name}`);
  const panels: Record<TabName, ReactNode> = {
    overview: (
      <Box sx={{ p: 2 }}>
        <CustomerOverview />
      </Box>
    ),
    payments: <CustomerPayments />,
    notes: <Typography sx={{ p: 3, color: 'text.secondary' }}>{label('notes')}</Typography>,
  };

  return (
    <Paper variant="outlined" aria-busy={current === 'payments' && isPending} sx={{ overflow: 'hidden' }}>
      <Tabs
        value={current}
        onChange={(_event, name: TabName) => setCurrent(name)}
        aria-label={label('tabs.label')}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {tabs.map((name) => (
          <Tab
            key={name}
            value={name}
            label={label(`tabs.${name}`)}
            id={`customer-tab-${name}`}
            aria-controls={`customer-panel-${name}`}
          />
        ))}
      </Tabs>
      {tabs.map((name) => (
        <div
          key={name}
          role="tabpanel"
          id={`customer-panel-${name}`}
          aria-labelledby={`customer-tab-${name}`}
          hidden={current !== name}
        >
          {current === name && panels[name]}
        </div>
      ))}
    </Paper>
  );
}
