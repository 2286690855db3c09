import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useTranslate } from 'react-admin';
import { formatCounted } from '#domain/numbers';

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
  const isPhone = useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true });
  return (
    <Tabs
      value={current}
      onChange={(_event, state: State) => onSelect(state)}
      variant="scrollable"
      // Arrows tell that there are more, where they do not fit.
      scrollButtons={isPhone || isBeside}
      allowScrollButtonsMobile
      aria-label={label}
      sx={{ borderBottom: 1, borderColor: 'divider' }}
    >
      {tabs.map(({ state, name, count }) => (
        <Tab
          key={state}
          value={state}
          // Reserves the width of the count, so that the name does not move.
          sx={
            isPhone || isBeside
              ? { minWidth: 136, px: 1, alignItems: 'flex-start' }
              : { minWidth: 168, px: 2, alignItems: 'flex-start' }
          }
          id={`${list}-tab-${state}`}
          aria-controls={current === state ? `${list}-list` : undefined}
          label={
            count === undefined ? name : translate('admin.list.tab', { name, count: formatCounted(count) })
          }
        />
      ))}
    </Tabs>
  );
}
