import { Alert, Button, Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { ShowContextProvider, type ShowControllerResult, useGetRecordId, useShowContext } from 'react-admin';
import { HttpError } from '#browser/http';
import type { ErasurePlan } from '#domain/care/personal-data';
import { useCan } from '../data/session/role.js';
import { Section } from '../ui/common/Section.js';
import { PageSkeleton } from '../ui/page/PageSkeleton.js';
import { ShowFrame } from '../ui/page/ShowFrame.js';
import { useTranslate } from '../ui/i18n/useTranslate.js';
import { ErasedBanner } from './ErasedBanner.js';
import { usePersonalDataActs } from './PersonalDataMenu.js';
import { useErasurePlan } from './useErasurePlan.js';

/** Returns whether an error says that there is no such record. */
export const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404;

interface MissingCustomerProps {
  /** Leads back to the list. */
  back: ReactNode;
}

/** A customer who was deleted, of whom the audit trail tells until its term: an admin gives these data, or erases them. */
function DeletedCustomer({ plan, back }: MissingCustomerProps & { plan: ErasurePlan }) {
  const translate = useTranslate();
  const show = useShowContext();
  const { customerId: id, fullName, erased } = plan;
  const customer = { id, fullName, ...(erased && { erasedAt: erased.at }) };
  const acts = usePersonalDataActs(customer);
  const shown = { ...show, error: null, record: customer } as ShowControllerResult;
  return (
    <ShowContextProvider value={shown}>
      <ShowFrame title={fullName} back={back}>
        {erased ? (
          <ErasedBanner customer={customer} />
        ) : (
          <Alert severity="info" sx={{ mb: 2 }}>
            {translate('resources.customers.deleted.text')}
          </Alert>
        )}
        <Section title={translate('resources.customers.personalData.menu')}>
          <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
            {acts.map(({ name, onChoose }) => (
              <Button key={name} variant="outlined" onClick={onChoose}>
                {name}
              </Button>
            ))}
          </Stack>
        </Section>
      </ShowFrame>
    </ShowContextProvider>
  );
}

/** The page of a customer who is not there: for an admin, what is left of one who was deleted. */
export function MissingCustomer({ back }: MissingCustomerProps) {
  const id = useGetRecordId();
  const canErase = useCan('read', 'personal-data');
  const { data: plan, isLoading } = useErasurePlan(id, { enabled: canErase });
  if (isLoading) return <PageSkeleton />;
  return plan ? <DeletedCustomer plan={plan} back={back} /> : <ShowFrame />;
}
