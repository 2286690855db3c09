import { Box, Tab, Tabs } from '@mui/material';
import { formatCounted } from '#domain/platform/numbers';
import { useIsBelow } from '../common/useIsBelow.js';
import { useTranslate } from '../i18n/useTranslate.js';

interface StateTabsProps<State extends string> {
  /** Begins the ids: of the tabs `{list}-tab-{state}`, and of the list that they select `{list}-list`. */
  list: string;
  label: string;
  /** The states with their counts under the filters, which load later. */
  tabs: readonly { state: State; name: string; count: number | undefined }[];
  current: State | false;
  onSelect: (state: State) => void;
  /** True where the list has half of the width. */
  isBeside: boolean;
}

/** The states of a list as tabs, each with its count. */
export function StateTabs<State extends string>({
  list,
  label,
  tabs,
  current,
  onSelect,
  isBeside,
}: StateTabsProps<State>) {
  const translate = useTranslate();
  const isPhone = useIsBelow('sm');
  const isNarrow = isPhone || isBeside;
  return (
    <Tabs
      value={current}
      onChange={(_event, state: State) => onSelect(state)}
      variant="scrollable"
      // Arrows tell that there are more, where they do not fit.
      scrollButtons={isPhone || 'auto'}
      allowScrollButtonsMobile
      aria-label={label}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map(({ state, name, count }) => (
        <Tab
          key={state}
          value={state}
          sx={{ minWidth: 0, px: isNarrow ? 1 : 2 }}
          id={`${list}-tab-${state}`}
          aria-controls={current === state ? `${list}-list` : undefined}
          label={
            // Reserves the width of a count, so that no tab moves when the counts arrive.
            <Box
              component="span"
              data-widest={translate('admin.list.tab', { name, count: '00' })}
              sx={{
                display: 'grid',
                textAlign: 'left',
                whiteSpace: 'nowrap',
                '&::after': { content: 'attr(data-widest)', height: 0, visibility: 'hidden' },
              }}
            >
              {count === undefined
                ? name
                : translate('admin.list.tab', { name, count: formatCounted(count) })}
            </Box>
          }
        />
      ))}
    </Tabs>
  );
}
