import { lazy, type ReactElement } from 'react';
import { Link, Route, Router, Switch } from 'wouter';
import { startPage } from './api/start-page.tsx';
import { Jobs } from './api/jobs.tsx';
import { Shell } from './shell/Shell.tsx';
import { SignedIn } from './shell/SignedIn.tsx';
import { View } from './shell/View.tsx';

// Each view is loaded when somebody goes there.
const Waiting = lazy(() => import('./views/waiting/Waiting.tsx').then(({ Waiting: component }) => ({ default: component })));
const Pieces = lazy(() => import('./views/pieces/Pieces.tsx').then(({ Pieces: component }) => ({ default: component })));
const Piece = lazy(() => import('./views/pieces/Piece.tsx').then(({ Piece: component }) => ({ default: component })));

function Desk(): ReactElement {
  return (
    <Router base="/desk">
      <Switch>
        <Route path="/signed-in">
          <SignedIn />
        </Route>
        <Route>
          <Jobs>
            <Shell>
              <Switch>
                <Route path="/">
                  <Waiting />
                </Route>
                <Route path="/pieces">
                  <Pieces />
                </Route>
                <Route path="/pieces/:id/:part?">{({ id, part }) => <Piece id={id} part={part} />}</Route>
                <Route>
                  <View title="There is nothing here">
                    <p>
                      <Link href="/">To what waits for you</Link>
                    </p>
                  </View>
                </Route>
              </Switch>
            </Shell>
          </Jobs>
        </Route>
      </Switch>
    </Router>
  );
}

startPage(<Desk />);
