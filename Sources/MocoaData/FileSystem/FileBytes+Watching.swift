internal import MocoaSystem

extension FileBytes: OpenFile {}
