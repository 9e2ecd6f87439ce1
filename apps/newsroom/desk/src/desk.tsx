import type { ReactElement } from 'react';
import { Link, Route, Router, Switch } from 'wouter';
import { Jobs as JobsProvider } from './api/jobs.tsx';
import { startPage } from './shell/start-page.tsx';
import { Shell } from './shell/Shell.tsx';
import { SignedIn } from './shell/SignedIn.tsx';
import { View } from './shell/View.tsx';
import {
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

function Views(): ReactElement {
  return (
    <Switch>
      <Route path="/" component={Dashboard} />
      <Route path="/pieces" component={Pieces} />
      <Route path="/pieces/:id/:part?">{({ id, part }) => <Piece id={id} part={part} />}</Route>
      <Route path="/trash" component={Trash} />
      <Route path="/schedule" component={Schedule} />
      <Route path="/contributions/:id?">{({ id }) => <Inbox id={id} />}</Route>
      <Route path="/contributors" component={Contributors} />
      <Route path="/contribution-types" component={ContributionTypes} />
      <Route path="/facts" component={Facts} />
      <Route path="/assets" component={Assets} />
      <Route path="/tags" component={Tags} />
      <Route path="/governance" component={Governance} />
      <Route path="/jobs" component={Jobs} />
      <Route path="/audit" component={Audit} />
      <Route path="/users" component={Users} />
      <Route path="/tokens" component={Tokens} />
      <Route path="/mail" component={Mail} />
      <Route path="/webhooks" component={Webhooks} />
      <Route path="/you/notifications" component={Notifications} />
      <Route path="/you/security" component={SignInSecurity} />
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
