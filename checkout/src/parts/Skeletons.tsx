/** The placeholder of a step while it loads. */
export function Skeletons() {
  return (
    <div className="skeletons" role="status">
      <span className="visually-hidden">Loading…</span>
      <div className="skeleton" />
      <div className="skeleton" />
      <div className="skeleton" />
    </div>
  );
}
