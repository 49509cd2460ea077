import { Florin, FlorinError, type User } from '@florin/client';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { inspectedFetch, recordedRequests } from '../inspector/recorded-requests.js';
import { queryClient } from '../api/query-client.js';
import { apiUrl, consoleUrl } from './addresses.js';
import {
  type ConsoleSession,
  endSession,
  refreshSession,
  signIn as requestSession,
  type SignInForm,
} from './session-requests.js';

export interface SignedIn {
  readonly florin: Florin;
  readonly user: User;
}

interface SessionState {
  /** Undefined while the session of the last visit is looked up, null without a session. */
  readonly signedIn: SignedIn | null | undefined;
  /** Why the session could not be looked up. */
  readonly error: unknown;
  readonly signIn: (form: SignInForm) => Promise<void>;
  readonly signOut: () => Promise<void>;
  readonly reload: () => void;
}

const SessionContext = createContext<SessionState | undefined>(undefined);

export function SessionProvider({ children }: { readonly children: ReactNode }) {
  const [signedIn, setSignedIn] = useState<SignedIn | null>();
  const [error, setError] = useState<unknown>();
  const end = useCallback(() => {
    queryClient.clear();
    recordedRequests.clear();
    setError(undefined);
    setSignedIn(null);
  }, []);
  const open = useCallback(
    (session: ConsoleSession) => {
      setError(undefined);
      setSignedIn(signedInFrom(session, end));
    },
    [end],
  );
  const resume = useCallback(
    (user?: User) => {
      setError(undefined);
      refreshSession()
        .then((session) => {
          if (user === undefined || isOf(session, user)) open(session);
          else end();
        })
        .catch(withoutSession(end))
        .catch(setError);
    },
    [open, end],
  );
  useEffect(() => {
    resume();
  }, [resume]);

  const state = useMemo<SessionState>(() => {
    const leave = (): void => {
      end();
      openSignIn();
    };
    return {
      signedIn,
      error,
      signIn: async (form) => {
        open(await requestSession(form));
      },
      signOut: () => endSession().then(leave).catch(withoutSession(leave)),
      reload: () => {
        resume(signedIn?.user);
      },
    };
  }, [signedIn, error, open, end, resume]);
  return <SessionContext value={state}>{children}</SessionContext>;
}

/** As a new page: the next user begins at home. The browser may keep the old page to go back to. */
const openSignIn = (): void => {
  window.location.assign(new URL('sign-in', consoleUrl));
};

/** Tabs share the cookie. If another user has signed in, this tab must not continue with that user's session. */
const isOf = (session: ConsoleSession, user: User): boolean => session.user.id === user.id;

/** Without a valid cookie there is no session; other errors are shown. */
const withoutSession = (end: () => void) => (error: unknown) => {
  if (!(error instanceof FlorinError) || ![401, 403].includes(error.status)) throw error;
  end();
};

function signedInFrom(session: ConsoleSession, onEnd: () => void): SignedIn {
  const florin = new Florin({
    baseUrl: apiUrl,
    fetch: inspectedFetch,
    refresh: async () => {
      const refreshed = await refreshSession();
      return isOf(refreshed, session.user) ? refreshed : undefined;
    },
    onTokens: (tokens) => {
      if (tokens === undefined) onEnd();
    },
  });
  void florin.useTokens(session);
  return { florin, user: session.user };
}

export function useSession(): SessionState {
  const state = use(SessionContext);
  if (state === undefined) throw new Error('useSession needs a SessionProvider.');
  return state;
}

/** For pages behind the sign-in. */
export function useSignedIn(): SignedIn {
  const { signedIn } = useSession();
  if (!signedIn) throw new Error('This page needs a session.');
  return signedIn;
}
