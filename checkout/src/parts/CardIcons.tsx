/** The credit cards that the hosted page takes. */
export function CardIcons() {
  return (
    <span className="card-icons">
      <svg viewBox="0 0 48 32" role="img" aria-label="Visa">
        <rect className="card-plate" x=".5" y=".5" width="47" height="31" rx="4.5" />
        <path fill="#1a3f9c" d="M12.6 11h3l1.2 6.6L20 11h3.1l-5 10.4h-3zM23.6 11h2.8l-1.9 10.4h-2.8z" />
        <path
          fill="#1a3f9c"
          d="M33.6 13.6c-2-.9-4-.6-4 .4 0 1.3 3.8 1.3 3.6 4.2-.2 3-4 3.8-7 2.6l.5-2.2c1.8.9 3.7.8 3.7-.3 0-1.3-3.7-1.4-3.5-4.2.2-2.8 4-3.9 7.2-2.7zM39.4 11h2.3l2 10.4h-2.7l-.3-1.7h-3.1l-.9 1.7h-3zm.7 3.4-1.5 3.2h2z"
        />
      </svg>
      <svg viewBox="0 0 48 32" role="img" aria-label="Mastercard">
        <rect className="card-plate" x=".5" y=".5" width="47" height="31" rx="4.5" />
        <circle cx="19.5" cy="16" r="8.5" fill="#e01f2d" />
        <circle cx="28.5" cy="16" r="8.5" fill="#f5a11c" />
        <path fill="#f2602a" d="M24 8.8a8.5 8.5 0 0 1 0 14.4 8.5 8.5 0 0 1 0-14.4z" />
      </svg>
      <svg viewBox="0 0 48 32" role="img" aria-label="American Express">
        <rect width="48" height="32" rx="5" fill="#1f6fc4" />
        <path
          fill="none"
          stroke="#fff"
          strokeWidth="1.8"
          d="M5 20.5 8.5 11.5 12 20.5M6.3 17.8h4.4M15 20.5v-9l3.8 6 3.8-6v9M32 11.5h-5.5v9H32M26.5 16h5M35 11.5l7 9M42 11.5l-7 9"
        />
      </svg>
    </span>
  );
}
