import PinIcon from '@mui/icons-material/PushPin';
import { Alert, Box, styled, ToggleButton, ToggleButtonGroup } from '@mui/material';
import { useRef, useState } from 'react';
import { useRecordContext } from 'react-admin';
import type { ActivityKind } from '#domain/care/activity';
import { formatDateTime } from '#domain/platform/dates';
import { asText } from '#domain/platform/rules';
import { newKey } from '#browser/newKey';
import { ActivityRows, ActivityStatus } from '../../audit/activity/ActivitySection.js';
import { useCan } from '../../data/session/role.js';
import { EmptyState, Section } from '../../ui/common/Section.js';
import { useKeptFocus } from '../../ui/common/useKeptFocus.js';
import { Permitted } from '../../ui/page/Permitted.js';
import { CommentActions, CommentInput } from './CommentActions.js';
import { CommentText, TimelineItem } from './TimelineItem.js';
import { type TimelineOwner, useTimeline } from './useTimeline.js';
import { useTexts, useTranslate } from '../../ui/i18n/useTranslate.js';
import { useWrite } from '../../data/useCall.js';
import { FormInputs, SubmitButton, WriteForm } from '../../ui/forms/WriteForm.js';

interface Values {
  text: string;
}

/** Leaves a comment on the customer or the payment. */
export function CommentForm({ owner }: { owner: TimelineOwner }) {
  const [key, setKey] = useState(newKey);
  const form = useRef<HTMLElement>(null);
  const send = useWrite({
    mutationKey: ['comments', 'create'],
    mutationFn: ({ text }: Values, call) =>
      call('POST /comments', { body: { ...owner, text: text.trim() }, idempotencyKey: key }),
    onSuccess: () => {
      setKey(newKey());
      // The button, which waits for the next text, has lost the focus.
      if (document.activeElement === document.body) form.current?.querySelector('textarea')?.focus();
    },
  });
  return (
    <Box ref={form} sx={{ px: 2, pb: 2 }} data-comment-form>
      <WriteForm<Values> keeps="comment" write={send} defaultValues={{ text: '' }}>
        <FormInputs>
          <CommentInput label="admin.activity.comment.leave" minRows={2} />
          <Box>
            <SubmitButton<Values>
              submit="admin.activity.comment.send"
              isReady={({ text }) => asText(text) !== ''}
            />
          </Box>
        </FormInputs>
      </WriteForm>
    </Box>
  );
}

const filters = ['', 'comment', 'change', 'mail', 'money'] as const satisfies (ActivityKind | '')[];
type Filter = (typeof filters)[number];

const Rows = styled(ActivityRows)(({ theme }) => ({
  '[data-mark]': { color: theme.palette.text.secondary },
  '[data-actions]': { float: 'right', margin: '-6px 0' },
  // Among texts a link is told by its line, too; a thumb finds it on 44 px, in a row that is no higher for it.
  a: { textDecoration: 'underline', [theme.breakpoints.down('md')]: { padding: '14px 0' } },
  // A reference is whole where it fits a line.
  '[data-when] > a': {
    display: 'inline-block',
    width: 'max-content',
    maxWidth: '100%',
    overflowWrap: 'anywhere',
    [theme.breakpoints.down('md')]: { marginBlock: '-14px' },
  },
  // As wide as a reference.
  '&:has([data-when] > a) > li': {
    [theme.breakpoints.up('sm')]: { gridTemplateColumns: '12.5rem minmax(0, 1fr)' },
  },
}));

/** Buttons that go on in a second line on a phone, each with its own border. */
const kindButtons = {
  flexWrap: 'wrap',
  gap: 0.5,
  '&& .MuiToggleButton-root': { ml: 0, border: 1, borderColor: 'divider', borderRadius: 2 },
};

interface TimelineProps {
  owner: TimelineOwner;
}

/** Everything that happened to a customer and its payments, or to a payment, newest first, and the form of a comment. */
export function Timeline({ owner }: TimelineProps) {
  const label = useTexts('admin.activity');
  const [filter, setFilter] = useState<Filter>('');
  const canReadChanges = useCan('read', 'history');
  const isErased = Boolean(useRecordContext<{ id: string; erasedAt?: string }>()?.erasedAt);
  const timeline = useTimeline(owner, filter);
  const items = timeline.data?.items ?? [];
  return (
    <Section flush title={label('title')}>
      {!isErased && (
        <Permitted to="write" resource="comments">
          <CommentForm owner={owner} />
        </Permitted>
      )}
      <Box sx={{ px: 2, pb: 2 }}>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={filter}
          aria-label={label('filter')}
          sx={kindButtons}
          onChange={(_event, chosen: Filter | null) => chosen !== null && setFilter(chosen)}
        >
          {filters
            .filter((kind) => kind !== 'change' || canReadChanges)
            .map((kind) => (
              <ToggleButton key={kind} value={kind}>
                {label(`filters.${kind || 'all'}`)}
              </ToggleButton>
            ))}
        </ToggleButtonGroup>
      </Box>
      {timeline.data && items.length === 0 && <EmptyState title={label(filter ? 'noneOfKind' : 'empty')} />}
      {items.length > 0 && (
        <Rows aria-label={label('title')}>
          {items.map((item) => (
            <TimelineItem key={`${item.kind} ${item._id}`} item={item} namesPayment={'customerId' in owner} />
          ))}
        </Rows>
      )}
      <ActivityStatus activity={timeline} />
    </Section>
  );
}

/** The comment that stands on top of the page; nothing without one. */
export function PinnedComment({ owner }: TimelineProps) {
  const translate = useTranslate();
  const pinned = useTimeline(owner, '').data?.pinned;
  const keptFocus = useKeptFocus('button');
  if (!pinned) return null;
  const { by, at, text = '' } = pinned;
  return (
    <Alert
      {...keptFocus}
      severity="info"
      icon={<PinIcon />}
      role="note"
      aria-label={translate('admin.activity.comment.pinned')}
      action={<CommentActions comment={pinned} />}
      sx={{ mb: 3 }}
    >
      <CommentText text={text} />
      <Box component="span" sx={{ fontSize: '0.8125rem', color: 'text.secondary' }}>
        {translate('admin.activity.comment.pinnedBy', { name: by, time: formatDateTime(at) })}
      </Box>
    </Alert>
  );
}
