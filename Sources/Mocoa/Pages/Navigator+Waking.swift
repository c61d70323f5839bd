internal import MocoaLanguage

/// Pages that sleep, and are made when they are gone to.
///
/// Whoever makes a page may open and leave others meanwhile, so the place of a page that sleeps is
/// looked up again when it was made.
extension Navigator {
  /// Where a page is among those open.
  struct Spot {
    let tab: Int
    let layer: Int
    let place: Int
  }

  /// Where a page, or one that sleeps, is; nil where it was let go.
  func spot(of visit: AnyObject) -> Spot? {
    for tab in tabs.indices {
      for layer in tabs[tab].layers.indices {
        let visits = tabs[tab].layers[layer].visits
        if let place = visits.firstIndex(where: { $0.identity === visit }) {
          return Spot(tab: tab, layer: layer, place: place)
        }
      }
    }
    return nil
  }

  /// Shows another page of a stack, which is made if it sleeps.
  ///
  /// - Parameter isLast: whether those ahead of it are let go.
  func show(_ visit: PageStack.Visit, isLast: Bool = false) throws(Failure) {
    let page: PageViewModel
    switch visit {
    case .page(let awake): page = awake
    case .asleep(let sleeper):
      do throws(Failure) {
        page = try wake(sleeper)
      } catch {
        // What is shown stays, unless it was changed meanwhile.
        change { [] }
        throw error
      }
    }
    change(readying: [page]) {
      guard let spot = spot(of: page) else { return [] }
      tabs[spot.tab].layers[spot.layer].show(spot.place)
      return isLast ? tabs[spot.tab].layers[spot.layer].remove(from: spot.place + 1) : []
    }
  }

  /// Makes the page that is to be shown, if it sleeps.
  ///
  /// Where it cannot be made, another one near it is shown; a tab without any is closed.
  func awaken() {
    while let stack = shownTab?.top, case .asleep(let sleeper) = stack.visits[stack.place] {
      do throws(Failure) {
        ready(try wake(sleeper))
      } catch {
        onLeftOut?(error)
      }
    }
  }

  /// Makes a page that sleeps, and puts it in its place; where it cannot be, it is left out.
  private func wake(_ sleeper: PageStack.Sleeper) throws(Failure) -> PageViewModel {
    let page: PageViewModel
    do throws(Failure) {
      page = try make(sleeper.url)
    } catch {
      leaveOut(sleeper)
      throw error
    }
    guard let spot = spot(of: sleeper) else {
      throw .refused(phrase("\(sleeper.url): it was left while it was made"))
    }
    tabs[spot.tab].layers[spot.layer].wake(spot.place, as: page)
    return page
  }

  private func leaveOut(_ sleeper: PageStack.Sleeper) {
    guard let spot = spot(of: sleeper) else { return }
    tabs[spot.tab].layers[spot.layer].leaveOut(spot.place)
    guard tabs[spot.tab].layers[spot.layer].visits.isEmpty else { return }
    tabs[spot.tab].layers.remove(at: spot.layer)
    if tabs[spot.tab].layers.isEmpty { _ = removeTab(spot.tab) }
  }
}
