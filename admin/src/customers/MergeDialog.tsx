import { Box, Button, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { RadioButtonGroupInput, useDataProvider } from 'react-admin';
import { EmailText } from '#browser/EmailText';
import type { Customer } from '#domain/customers/customers';
import { formatDate } from '#domain/platform/dates';
import { locationName } from '#domain/places/locations';
import { type MergeField, mergeFields, type MergeInput, type MovedCounts } from '#domain/care/merges';
import { messages } from '#domain/platform/messages';
import { asText } from '#domain/platform/rules';
import { Hint } from '../ui/common/fields.js';
import type { dataProvider } from '../data/dataProvider.js';
import type { CustomerRecord } from '../data/records.js';
import { useCall, useWrite } from '../data/useCall.js';
import { NotLoaded } from '../ui/common/Section.js';
import { TitledDialog } from '../ui/common/TitledDialog.js';
import { FormDialog } from '../ui/forms/FormDialog.js';
import { useOfferUndo } from '../ui/undo/undo.js';
import { useTexts, useTranslate } from '../ui/i18n/useTranslate.js';

interface MergeDialogProps {
  /** The customer that stays. */
  id: string;
  /** The one that goes. */
  from: string;
  onMerged?: () => void;
  onClose: () => void;
}

type Choices = NonNullable<MergeInput['fields']>;

const movedNames = ['payments', 'comments', 'mails', 'documents'] as const;

const valueOf = (customer: Customer, field: MergeField): string =>
  field === 'country' ? locationName(customer) : asText(customer[field]);

/** Asks again for both customers: their versions are those that the choice is made on. */
export function MergeDialog({ id, from, onClose, ...props }: MergeDialogProps) {
  const translate = useTranslate();
  const call = useCall();
  const { getOne } = useDataProvider<typeof dataProvider>();
  const { data, error, refetch } = useQuery({
    queryKey: ['customers', 'merge', id, from],
    queryFn: ({ signal }) =>
      Promise.all([
        getOne<CustomerRecord>('customers', { id, signal }),
        getOne<CustomerRecord>('customers', { id: from, signal }),
        call('GET /customers/{id}/merge', { id: from, signal }),
      ]),
    staleTime: 0,
    gcTime: 0,
  });
  if (data)
    return (
      <ChoiceDialog {...props} into={data[0].data} from={data[1].data} moves={data[2]} onClose={onClose} />
    );
  return (
    <TitledDialog
      title={translate('resources.customers.merge.title')}
      maxWidth="sm"
      actions={<Button onClick={onClose}>{translate('ra.action.cancel')}</Button>}
      onClose={onClose}
    >
      <NotLoaded error={error} fallback={messages.fetchCustomer} refetch={refetch} height={320} />
    </TitledDialog>
  );
}

interface ChoiceDialogProps extends Pick<MergeDialogProps, 'onMerged' | 'onClose'> {
  into: Customer;
  from: Customer;
  moves: MovedCounts;
}

/** One of the two customers, above the column of its values. */
function Side({ name, customer }: { name: string; customer: Customer }) {
  const label = useTexts('resources.customers.merge');
  return (
    <div>
      <Hint>{name}</Hint>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }} translate="no">
        {customer.fullName}
      </Typography>
      <Hint>{label('since', { since: formatDate(customer.createdAt) })}</Hint>
    </div>
  );
}

/** A quiet heading, and what it is about in a line below. */
const Fact = ({ title, children }: { title: string; children: string }) => (
  <div>
    <Hint>{title}</Hint>
    <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
      {children}
    </Typography>
  </div>
);

/** Two columns: of the customer that stays, and of the one that goes. */
const sides = { display: 'grid', gridTemplateColumns: 'repeat(2, minmax(0, 1fr))', columnGap: 2 } as const;

/** In these columns; on a phone, where an email has no room beside another one, below each other. */
const choices = {
  overflowWrap: 'anywhere',
  '& [role="radiogroup"]': { ...sides, gridTemplateColumns: { xs: '1fr', sm: sides.gridTemplateColumns } },
  '& .MuiFormControlLabel-root': { minHeight: { xs: 44, sm: 36 }, ml: '-4px', mr: 0 },
  '& .MuiFormControlLabel-label': { fontSize: '0.875rem' },
  '& .MuiRadio-root': { p: 0.5, mr: 0.5 },
} as const;

/** Both customers side by side, with a choice for each field in which they differ; what is filled in of the older one is chosen. */
function ChoiceDialog({ into, from, moves, onMerged, onClose }: ChoiceDialogProps) {
  const label = useTexts('resources.customers.merge');
  const offerUndo = useOfferUndo();
  const differing = mergeFields.filter((field) => valueOf(into, field) !== valueOf(from, field));
  const same = mergeFields.filter((field) => !differing.includes(field) && valueOf(into, field));
  const older = into.createdAt <= from.createdAt ? 'this' : 'from';
  const defaultValues = Object.fromEntries(
    differing.map((field) => {
      const isEmpty = { this: !valueOf(into, field), from: !valueOf(from, field) };
      return [field, isEmpty.this ? 'from' : isEmpty.from ? 'this' : older];
    }),
  ) as Choices;
  const undo = useWrite({
    mutationKey: ['customers', 'undoMerge'],
    mutationFn: (id: string, call) => call('POST /customers/merges/{id}/undo', { id }),
    done: 'resources.customers.merge.undone',
  });
  const write = useWrite({
    mutationKey: ['customers', 'merge'],
    mutationFn: (fields: Choices, call) =>
      call('POST /customers/{id}/merge', {
        id: into._id,
        body: {
          from: from._id,
          fields: Object.fromEntries(differing.map((field) => [field, fields[field] ?? 'this'])),
          versions: { [into._id]: into.version, [from._id]: from.version },
        },
      }),
    onSuccess: ({ customer, merge }) => {
      const { _id: id, version } = customer;
      offerUndo({
        message: label('done', { from: from.fullName, into: customer.fullName }),
        parts: [{ resource: 'customers', id, version, stands: (record) => record.version === version }],
        undo: () => undo.mutateAsync(merge),
      });
      onMerged?.();
    },
  });
  const choice = (customer: Customer, field: MergeField) => valueOf(customer, field) || label('nothing');
  const moving = movedNames.filter((name) => moves[name] > 0);
  return (
    <FormDialog<Choices>
      title={label('title')}
      text={label('text', { into: into.fullName })}
      defaultValues={defaultValues}
      maxWidth="sm"
      isCautious
      write={write}
      submit="resources.customers.merge.submit"
      onClose={onClose}
    >
      <Box sx={sides}>
        <Side name={label('stays')} customer={into} />
        <Side name={label('goes')} customer={from} />
      </Box>
      {differing.map((field) => (
        <RadioButtonGroupInput
          key={field}
          source={field}
          label={`resources.customers.${field === 'country' ? 'fields.location' : `fields.${field}`}`}
          choices={[
            { id: 'this', name: choice(into, field) },
            { id: 'from', name: choice(from, field) },
          ]}
          optionText={({ name }: { name: string }) => (field === 'email' ? <EmailText email={name} /> : name)}
          translateChoice={false}
          sx={choices}
        />
      ))}
      {same.length > 0 && (
        <Fact title={label('same')}>{same.map((field) => valueOf(into, field)).join(' · ')}</Fact>
      )}
      <Fact title={label('moves', { into: into.fullName })}>
        {moving.map((name) => label(`moved.${name}`, { smart_count: moves[name] })).join(' · ') ||
          label('movesNothing')}
      </Fact>
    </FormDialog>
  );
}
