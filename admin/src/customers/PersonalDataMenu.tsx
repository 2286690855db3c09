import { TextInput, useNotify } from 'react-admin';
import { Alert, Box, Typography } from '@mui/material';
import { formatDay } from '#domain/platform/dates';
import { type ErasureInput, type ErasurePlan, erasureRules, obstacleNames } from '#domain/care/personal-data';
import { MoreMenu } from '../ui/common/buttons.js';
import { useDownload } from '../ui/exports/ExportsProvider.js';
import { useShowDialog } from '../ui/page/dialogs.js';
import { ErasedBanner, type PersonOfData, useErasurePlan } from './ErasedBanner.js';
import { keysOf, useTexts, useTranslate } from '../ui/i18n/useTranslate.js';
import { useWrite } from '../data/useCall.js';
import { NotLoaded } from '../ui/common/Section.js';
import { TextLink } from '../ui/common/fields.js';
import { FormDialog } from '../ui/forms/FormDialog.js';
import { paymentPath } from '../ui/paths.js';

const key = keysOf('resources.customers.erase');

/** Records in which words go, with their number, papers that stay, and payments that stand in the way. */
function Plan({ plan }: { plan: ErasurePlan }) {
  const label = useTexts('resources.customers.erase');
  const { goes, stays, obstacles } = plan;
  const kinds = (Object.entries(goes) as [keyof typeof goes, number][]).filter(([, count]) => count > 0);
  const list = { m: 0, pl: 2.5 };
  return (
    <>
      {obstacles.length > 0 && (
        <Alert severity="warning" sx={{ mb: 2 }}>
          {label('obstacles')}
          <Box component="ul" sx={list}>
            {obstacles.map(({ kind, paymentId, referenceNumber }) => (
              <li key={`${paymentId} ${kind}`}>
                <TextLink to={paymentPath(paymentId)} underline="always">
                  {referenceNumber}
                </TextLink>
                : {obstacleNames[kind]}
              </li>
            ))}
          </Box>
        </Alert>
      )}
      {kinds.length > 0 && (
        <>
          <Typography variant="subtitle2" component="h3">
            {label('goes')}
          </Typography>
          <Box component="ul" sx={{ ...list, mb: 1.5 }}>
            {kinds.map(([kind, count]) => (
              <li key={kind}>{label(`kinds.${kind}`, { smart_count: count })}</li>
            ))}
          </Box>
        </>
      )}
      <Typography variant="subtitle2" component="h3">
        {label('stays')}
      </Typography>
      <Box component="ul" sx={{ ...list, mb: 1.5 }}>
        <li>{label('figures')}</li>
        {stays.documents > 0 && <li>{label('papers', { smart_count: stays.documents })}</li>}
        {stays.until && <li>{label('until', { day: formatDay(stays.until) })}</li>}
      </Box>
    </>
  );
}

/** Says what an erasure changes and what it leaves, asks why and for the name, and erases. */
function ErasureDialog({ customer, onClose }: { customer: PersonOfData; onClose: () => void }) {
  const label = useTexts('resources.customers.erase');
  const notify = useNotify();
  const { data: plan, error, refetch } = useErasurePlan(customer.id, { staleTime: 0 });
  const write = useWrite({
    mutationKey: ['customers', 'erase'],
    mutationFn: (body: ErasureInput, call) => call('POST /customers/{id}/erasure', { id: customer.id, body }),
    onSuccess: ({ finished }) => {
      notify(key(finished ? 'done' : 'goesOn'), { type: finished ? 'success' : 'info' });
    },
  });
  const running = plan?.erased?.progress && plan.erased;
  const isPossible = plan?.obstacles.length === 0 && !running;
  return (
    <FormDialog<ErasureInput>
      title={label('title')}
      text={label('text', { name: customer.fullName })}
      submit={label('submit')}
      isCautious
      maxWidth="sm"
      write={write}
      isReady={() => isPossible}
      onClose={onClose}
    >
      {!plan && <NotLoaded error={error} refetch={refetch} height={160} />}
      {running && <ErasedBanner customer={{ ...customer, erasedAt: running.at }} />}
      {plan && !running && <Plan plan={plan} />}
      {isPossible && (
        <>
          <TextInput
            source="reason"
            label={key('reason')}
            helperText={key('reasonHint')}
            validate={erasureRules.reason}
            slotProps={{ htmlInput: { maxLength: 300 } }}
          />
          <TextInput
            source="name"
            label={label('name', { name: customer.fullName })}
            validate={erasureRules.name}
            slotProps={{ htmlInput: { autoComplete: 'off' } }}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The acts that give a customer's personal data as a file, and erase it. */
export function usePersonalDataActs(customer: PersonOfData) {
  const label = useTexts('resources.customers.personalData');
  const showDialog = useShowDialog();
  const { id } = customer;
  const download = useDownload('GET /customers/{id}/personal-data', `personal-data-${id}.zip`);
  const erase = () => showDialog((close) => <ErasureDialog customer={customer} onClose={close} />);
  return [
    { name: label('export'), onChoose: () => download.mutate({ id }) },
    { name: label(customer.erasedAt ? 'eraseAgain' : 'erase'), onChoose: erase },
  ];
}

/** Gives a customer's personal data as a file, and erases it. */
export function PersonalDataMenu({ customer }: { customer: PersonOfData }) {
  const label = useTranslate()('resources.customers.personalData.menu');
  return <MoreMenu id="personal-data-menu" label={label} acts={usePersonalDataActs(customer)} />;
}
