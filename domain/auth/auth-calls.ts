import type {
  Account,
  AccountSession,
  CurrentUser,
  EmailInput,
  PasswordInput,
  SignInTokens,
  Tokens,
} from './auth.js';
import type {
  Invitation,
  InvitationInput,
  InvitationPage,
  OfferedInvitation,
  PeopleNames,
  PeoplePage,
  Person,
  ReasonInput,
  RoleInput,
  SignInOptions,
} from './people.js';
import type {
  Passkey,
  PasskeyCreation,
  PasskeyInput,
  PasskeyRequest,
  ReauthenticateInput,
  RecoveryCodes,
  SecondFactorState,
  SecondFactorStep,
  SignIn,
  TotpOffer,
} from './second-factor.js';
import type { SavedViewInput, SavedViews } from './views.js';

/** The JSON of the answers to the calls about people, their accounts and sign-in. */
export interface AuthAnswers {
  'GET /account': Account;
  'PUT /account': Account;
  'POST /account/password': void;
  'GET /account/sign-ins': { signIns: SignIn[] };
  'GET /account/sessions': { sessions: AccountSession[] };
  'DELETE /account/sessions/{id}': void;
  'GET /account/passkeys': { passkeys: Passkey[] };
  'POST /account/passkeys/options': PasskeyCreation;
  'POST /account/passkeys': Passkey;
  'PATCH /account/passkeys/{id}': Passkey;
  'DELETE /account/passkeys/{id}': void;
  'GET /account/second-factor': SecondFactorState;
  'POST /account/totp': TotpOffer;
  'POST /account/totp/confirm': RecoveryCodes;
  'DELETE /account/totp': void;
  'POST /account/recovery-codes': RecoveryCodes;
  'GET /account/views': SavedViews;
  'PUT /account/views': SavedViews;
  'DELETE /account/views/{id}': void;
  'GET /auth/options': SignInOptions;
  'POST /auth/password/forgotten': { message: string };
  'GET /auth/invitations/{token}': OfferedInvitation;
  'POST /auth/invitations/{token}': Account;
  'POST /auth/login': SignInTokens | SecondFactorStep;
  'POST /auth/second-factor': SignInTokens;
  'POST /auth/passkey/options': PasskeyRequest;
  'POST /auth/passkey': SignInTokens;
  'POST /auth/reauthenticate': void;
  'POST /auth/refresh': Tokens;
  'GET /auth/verify': { user: CurrentUser };
  'GET /people': PeoplePage;
  'GET /people/names': PeopleNames;
  'PATCH /people/{id}': Person;
  'POST /people/{id}/disable': Person;
  'POST /people/{id}/enable': Person;
  'DELETE /people/{id}': void;
  'DELETE /people/{id}/sessions': void;
  'DELETE /people/{id}/second-factor': void;
  'GET /people/invitations': InvitationPage;
  'POST /people/invitations': Invitation;
  'POST /people/invitations/{id}/resend': Invitation;
  'DELETE /people/invitations/{id}': void;
}

/** The bodies of those that the back-office sends with one. */
export interface AuthBodies {
  'PUT /account': EmailInput;
  'POST /account/password': PasswordInput;
  'POST /account/passkeys': PasskeyInput;
  'PATCH /account/passkeys/{id}': { name: string };
  'POST /account/totp/confirm': { code: string };
  'PUT /account/views': SavedViewInput;
  'POST /auth/reauthenticate': ReauthenticateInput;
  'PATCH /people/{id}': RoleInput;
  'DELETE /people/{id}/second-factor': ReasonInput;
  'POST /people/invitations': InvitationInput;
}
