import type { ComponentType, ReactElement } from 'react';
import { Link, Route, Router, Switch } from 'wouter';
import { Jobs as JobsProvider } from './api/jobs.tsx';
import { startPage } from './shell/start-page.tsx';
import { Shell } from './shell/Shell.tsx';
import { SignedIn } from './shell/SignedIn.tsx';
import { View } from './shell/View.tsx';
import type { PlacePath } from './shell/places.ts';
import {
  Approvals,
  Assets,
  Audit,
  ContributionTypes,
  Contributors,
  Facts,
  Governance,
  Inbox,
  Jobs,
  Mail,
  Notifications,
  Piece,
  Pieces,
  Schedule,
  SignInSecurity,
  Synonyms,
  Tags,
  Tokens,
  Trash,
  Users,
  Dashboard,
  Webhooks,
} from './views/views.ts';

function Desk(): ReactElement {
  return (
    <Router base="/desk">
      <Switch>
        <Route path="/signed-in" component={SignedIn} />
        <Route>
          <JobsProvider>
            <Shell>
              <Views />
            </Shell>
          </JobsProvider>
        </Route>
      </Switch>
    </Router>
  );
}

/** The views without a part in their address. */
const VIEWS: Readonly<Record<Exclude<PlacePath, '/approvals' | '/contributions'>, ComponentType>> = {
  '/': Dashboard,
  '/pieces': Pieces,
  '/trash': Trash,
  '/schedule': Schedule,
  '/contributors': Contributors,
  '/contribution-types': ContributionTypes,
  '/facts': Facts,
  '/assets': Assets,
  '/tags': Tags,
  '/synonyms': Synonyms,
  '/governance': Governance,
  '/jobs': Jobs,
  '/audit': Audit,
  '/users': Users,
  '/tokens': Tokens,
  '/mail': Mail,
  '/webhooks': Webhooks,
  '/you/notifications': Notifications,
  '/you/security': SignInSecurity,
};

function Views(): ReactElement {
  return (
    <Switch>
      {Object.entries(VIEWS).map(([path, view]) => (
        <Route key={path} path={path} component={view} />
      ))}
      <Route path="/pieces/:id/:part?">{({ id, part }) => <Piece id={id} part={part} />}</Route>
      <Route path="/approvals/:id?">{({ id }) => <Approvals id={id} />}</Route>
      <Route path="/contributions/:id?">{({ id }) => <Inbox id={id} />}</Route>
      <Route>
        <View title="Page not found">
          <p>
            <Link href="/">Go to the dashboard</Link>
          </p>
        </View>
      </Route>
    </Switch>
  );
}

startPage(<Desk />);
