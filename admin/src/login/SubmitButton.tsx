/** The button of a card's form, which shows that it works. */
export const SubmitButton = ({ label, isBusy }: { label: string; isBusy: boolean }) => (
  <button className="button" type="submit" disabled={isBusy}>
    {isBusy && <span className="spinner" aria-hidden="true" />}
    {label}
  </button>
);
