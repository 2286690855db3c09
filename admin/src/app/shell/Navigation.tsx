import DashboardIcon from '@mui/icons-material/DashboardOutlined';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import { Fragment } from 'react';
import { useTranslate } from 'react-admin';
import { useLocation } from 'react-router';
import { pages } from '#domain/pages';
import { listPage } from '#domain/adminPages';
import { useCounts } from '../../data/useCounts.js';
import { useShownResources } from '../../ui/page/useShownResources.js';
import { DrawerEntry } from './DrawerEntry.js';

/** The entries of the drawer; the one whose section is open is marked. */
export function Navigation({ onNavigate }: { onNavigate: () => void }) {
  const translate = useTranslate();
  const { pathname } = useLocation();
  const { data: counts } = useCounts();
  const groups = useShownResources();

  return (
    <List component="nav" aria-label={translate('admin.shell.navigation')} sx={{ px: 1 }}>
      <DrawerEntry
        label={translate('admin.shell.dashboard')}
        icon={<DashboardIcon />}
        to={pages.admin}
        isOpen={pathname === pages.admin || pathname === pages.dashboard}
        onNavigate={onNavigate}
      />
      {groups.map((group, at) => (
        <Fragment key={group[0]!.name}>
          {at > 0 && <Divider component="div" role="presentation" sx={{ my: 1 }} />}
          {group.map(({ name, icon, waiting }) => (
            <DrawerEntry
              key={name}
              name={name}
              label={translate(`resources.${name}.entry`, { _: translate(`resources.${name}.title`) })}
              icon={icon}
              to={listPage(name)}
              isOpen={pathname.startsWith(listPage(name))}
              waiting={counts && waiting?.(counts)}
              onNavigate={onNavigate}
            />
          ))}
        </Fragment>
      ))}
    </List>
  );
}
