import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useListContext, useTranslate } from 'react-admin';
import type { CardEventRecord } from '../../data/cardMethods.js';
import { BesideGrid } from '../../ui/lists/BesideGrid.js';
import { ListPagination } from '../../ui/lists/ListPagination.js';
import { useOpenBeside } from '../../ui/lists/useOpenBeside.js';
import { PageHeader } from '../../ui/page/PageHeader.js';
import { useBesideShortcuts } from '../../ui/shortcuts/useBesideShortcuts.js';
import { CardEventPanel } from '../panel/CardEventPanel.js';
import { useCardEventActions } from '../panel/useCardEventActions.js';
import { firstFilter, openName } from './cardEventFilter.js';
import { CardEventFilters } from './CardEventFilters.js';
import { CardEventList } from './CardEventList.js';
import { CardEventTabs } from './CardEventTabs.js';

/** The card events that have arrived, by state, with the open one beside the list. */
export function CardEvents() {
  const translate = useTranslate();
  const { data } = useListContext<CardEventRecord>();
  const { openId, open, pathOf } = useOpenBeside(openName, firstFilter);
  const isBeside = useMediaQuery(useTheme().breakpoints.up('lg'), { noSsr: true });
  const ids = data?.map(({ id }) => id) ?? [];
  const next = openId ? ids[ids.indexOf(openId) + 1] : undefined;
  const actions = useCardEventActions();
  useBesideShortcuts({ name: openName, ids, open });

  const panel = openId && (
    <CardEventPanel
      key={openId}
      id={openId}
      actions={actions}
      isPage={!isBeside}
      next={next}
      onOpen={open}
      onClose={() => open(undefined)}
    />
  );
  if (panel && !isBeside) return panel;
  return (
    <>
      <PageHeader
        title={translate('resources.card-events.title')}
        subtitle={translate('resources.card-events.subtitle')}
      />
      <BesideGrid panel={panel}>
        <CardEventTabs isBeside={Boolean(panel)} />
        <CardEventFilters />
        <CardEventList openId={openId} pathOf={pathOf} />
        <ListPagination />
      </BesideGrid>
    </>
  );
}
