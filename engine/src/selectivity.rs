//! How much a search may leave out.

/// How readily a search leaves lines out: how probable it has to be, for each of them, that the line
/// cannot matter. The less is left out, the greater the value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Selectivity {
    /// 73 per cent: deep and now and then wrong.
    Percent73,
    /// 87 per cent.
    Percent87,
    /// 95 per cent.
    Percent95,
    /// 98 per cent.
    Percent98,
    /// 99 per cent.
    Percent99,
    /// Nothing is left out that could matter.
    Off,
}

impl Selectivity {
    /// From what leaves out the most to what leaves out nothing.
    pub(crate) const ALL: [Self; 6] = [
        Self::Percent73,
        Self::Percent87,
        Self::Percent95,
        Self::Percent98,
        Self::Percent99,
        Self::Off,
    ];
}
